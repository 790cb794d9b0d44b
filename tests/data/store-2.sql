PRAGMA application_id = 2119557402;
PRAGMA user_version = 2;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE game (
    number INTEGER PRIMARY KEY,
    owner TEXT NOT NULL,
    slot TEXT NOT NULL,
    score_table TEXT NOT NULL,
    id TEXT NOT NULL,
    again TEXT NOT NULL,
    start TEXT NOT NULL,
    edited INTEGER NOT NULL,
    before INTEGER REFERENCES game,
    after INTEGER REFERENCES game,
    entries INTEGER NOT NULL DEFAULT 0,
    position TEXT NOT NULL,
    score INTEGER NOT NULL,
    best_score INTEGER NOT NULL,
    fair_score INTEGER NOT NULL,
    undos INTEGER NOT NULL DEFAULT 0,
    hints INTEGER NOT NULL DEFAULT 0,
    moves INTEGER NOT NULL DEFAULT 0,
    ms INTEGER NOT NULL DEFAULT 0,
    won INTEGER NOT NULL DEFAULT 0,
    over INTEGER NOT NULL DEFAULT 0,
    started REAL NOT NULL,
    used REAL NOT NULL,
    believed INTEGER NOT NULL DEFAULT 0  -- entries that were replayed for the leaderboard, -1 where they fail
);
INSERT INTO game VALUES(1,'','2048:classic','2048:classic','2048:classic#42','2048:classic','2048:classic:..../..../2.../...4#42',0,NULL,NULL,11,'2048:classic:...4/...2/..28/.2.8#42/score=28/ply=9',28,28,28,0,0,9,6,0,0,1795357161.5962491035,1795357161.6224224568,0);
INSERT INTO game VALUES(2,'','2048:classic','2048:classic','2048:classic#487924343','2048:classic','2048:classic:..../..../...2/..2.#487924343',0,1,NULL,0,'2048:classic:..../..../...2/..2.#487924343',0,0,0,0,0,0,0,0,0,1795357161.6152226924,1795357161.6152112483,0);
INSERT INTO game VALUES(3,'','2048:3x3/cascade','2048:3x3/cascade','2048:3x3/cascade#711303476','2048:3x3/cascade','2048:3x3/cascade:.../2../...#711303476',0,NULL,4,6,'2048:3x3/cascade:..4/..8/..2#711303476/score=300/ply=5',300,300,300,0,0,5,2,0,0,1795357162.4401729107,1795357162.4576661587,0);
INSERT INTO game VALUES(4,'','2048:3x3/cascade','2048:3x3/cascade','2048:3x3/cascade#424641638','2048:3x3/cascade','2048:3x3/cascade:.../..4/...#424641638',0,3,NULL,0,'2048:3x3/cascade:.../..4/...#424641638',0,0,0,0,0,0,0,0,0,1795357162.457766056,1795357162.4577555656,0);
INSERT INTO game VALUES(5,'','sudoku:53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79','sudoku','sudoku:53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79','sudoku','53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79',1,NULL,NULL,6,'53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79~~26',0,0,0,0,1,4,2,0,0,1795357173.0805704593,1795357173.2042870522,0);
INSERT INTO game VALUES(6,'','sudoku:2x2#3','sudoku:2x2','sudoku:2x2#3','sudoku:2x2','....41...23.....',0,NULL,NULL,6,'..+1.41...23.....~23~3~234~2~23~1~14~13~34~24~124',0,0,0,0,3,2,5,0,0,1795357192.0219590663,1795357192.1716897487,0);
INSERT INTO game VALUES(7,'','sudoku:technique=naked-pair#292325242','sudoku:technique=naked-pair','sudoku:technique=naked-pair#292325242','sudoku:technique=naked-pair','....2894.7...5..6..9..6.....65..94...........8.....1.967.3......82...7..5..1...9.',0,NULL,NULL,0,'....2894.7...5..6..9..6.....65..94...........8.....1.967.3......82...7..5..1...9.',0,0,0,0,0,0,0,0,0,1795357192.997262001,1795357192.9971346855,0);
INSERT INTO game VALUES(8,'','2048:2x2/classic:24/42#1','2048:2x2/classic','2048:2x2/classic:24/42#1','2048:2x2/classic:24/42#1','2048:2x2/classic:24/42#1',1,NULL,NULL,0,'2048:2x2/classic:24/42#1',0,0,0,0,0,0,0,0,1,1795357193.6703484058,1795357193.6702678204,0);
INSERT INTO game VALUES(9,'','2048:2x2/16/classic','2048:2x2/16/classic','2048:2x2/16/classic#5','2048:2x2/16/classic','2048:2x2/16/classic:2./2.#5',0,NULL,NULL,28,'2048:2x2/16/classic:16,2/8,2#5/score=64/ply=12',64,68,0,1,13,12,18,1,0,1795357193.97563982,1795357202.3064484595,0);
INSERT INTO game VALUES(10,'','sudoku:2x3#4','sudoku:2x3','sudoku:2x3#4','sudoku:2x3','...4....6...5.1..6.......2..5.....13',0,NULL,NULL,2,'+1..4....6...5.1..6.......2..5.....13',0,0,0,0,0,1,2,0,0,1795357202.6801199912,1795357202.6893317699,0);
CREATE TABLE slot (
    owner TEXT NOT NULL,
    slot TEXT NOT NULL,
    game TEXT NOT NULL,
    number INTEGER NOT NULL REFERENCES game,
    used REAL NOT NULL,
    PRIMARY KEY (owner, slot)
) WITHOUT ROWID;
INSERT INTO slot VALUES('','2048:2x2/16/classic','2048',9,1795357202.3064792155);
INSERT INTO slot VALUES('','2048:2x2/classic:24/42#1','2048',8,1795357193.6704931259);
INSERT INTO slot VALUES('','2048:3x3/cascade','2048',3,1795357162.4592139721);
INSERT INTO slot VALUES('','2048:classic','2048',1,1795357161.6224586963);
INSERT INTO slot VALUES('','sudoku:2x2#3','sudoku',6,1795357192.1717410087);
INSERT INTO slot VALUES('','sudoku:2x3#4','sudoku',10,1795357202.6893849372);
INSERT INTO slot VALUES('','sudoku:53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79','sudoku',5,1795357173.2043173312);
INSERT INTO slot VALUES('','sudoku:technique=naked-pair#292325242','sudoku',7,1795357192.9974830151);
CREATE TABLE journal (
    number INTEGER NOT NULL REFERENCES game,
    entry INTEGER NOT NULL,
    ms INTEGER NOT NULL,
    event TEXT NOT NULL,
    position TEXT,  -- after some entries: a long game is not replayed from its start
    PRIMARY KEY (number, entry)
) WITHOUT ROWID;
INSERT INTO journal VALUES(1,0,0,'left',NULL);
INSERT INTO journal VALUES(1,1,0,'right',NULL);
INSERT INTO journal VALUES(1,2,1,'new',NULL);
INSERT INTO journal VALUES(1,3,1,'right',NULL);
INSERT INTO journal VALUES(1,4,3,'right',NULL);
INSERT INTO journal VALUES(1,5,4,'right',NULL);
INSERT INTO journal VALUES(1,6,4,'right',NULL);
INSERT INTO journal VALUES(1,7,5,'right',NULL);
INSERT INTO journal VALUES(1,8,5,'right',NULL);
INSERT INTO journal VALUES(1,9,6,'right',NULL);
INSERT INTO journal VALUES(1,10,6,'pause',NULL);
INSERT INTO journal VALUES(3,0,0,'right',NULL);
INSERT INTO journal VALUES(3,1,0,'right',NULL);
INSERT INTO journal VALUES(3,2,1,'right',NULL);
INSERT INTO journal VALUES(3,3,1,'right',NULL);
INSERT INTO journal VALUES(3,4,1,'right',NULL);
INSERT INTO journal VALUES(3,5,2,'new',NULL);
INSERT INTO journal VALUES(5,0,0,'hint',NULL);
INSERT INTO journal VALUES(5,1,1,'r1c3=4',NULL);
INSERT INTO journal VALUES(5,2,1,'r1c3-',NULL);
INSERT INTO journal VALUES(5,3,1,'r1c4~6',NULL);
INSERT INTO journal VALUES(5,4,2,'r1c4~2',NULL);
INSERT INTO journal VALUES(5,5,2,'pause',NULL);
INSERT INTO journal VALUES(6,0,0,'hint',NULL);
INSERT INTO journal VALUES(6,1,1,'r1c3=1',NULL);
INSERT INTO journal VALUES(6,2,3,'hint',NULL);
INSERT INTO journal VALUES(6,3,4,'hint',NULL);
INSERT INTO journal VALUES(6,4,5,'~',NULL);
INSERT INTO journal VALUES(6,5,5,'pause',NULL);
INSERT INTO journal VALUES(9,0,0,'hint',NULL);
INSERT INTO journal VALUES(9,1,0,'right',NULL);
INSERT INTO journal VALUES(9,2,6,'hint',NULL);
INSERT INTO journal VALUES(9,3,6,'left',NULL);
INSERT INTO journal VALUES(9,4,7,'hint',NULL);
INSERT INTO journal VALUES(9,5,8,'right',NULL);
INSERT INTO journal VALUES(9,6,8,'hint',NULL);
INSERT INTO journal VALUES(9,7,8,'left',NULL);
INSERT INTO journal VALUES(9,8,9,'hint',NULL);
INSERT INTO journal VALUES(9,9,9,'up',NULL);
INSERT INTO journal VALUES(9,10,10,'hint',NULL);
INSERT INTO journal VALUES(9,11,10,'right',NULL);
INSERT INTO journal VALUES(9,12,11,'hint',NULL);
INSERT INTO journal VALUES(9,13,11,'right',NULL);
INSERT INTO journal VALUES(9,14,12,'hint',NULL);
INSERT INTO journal VALUES(9,15,12,'up',NULL);
INSERT INTO journal VALUES(9,16,13,'hint',NULL);
INSERT INTO journal VALUES(9,17,13,'left',NULL);
INSERT INTO journal VALUES(9,18,14,'hint',NULL);
INSERT INTO journal VALUES(9,19,14,'down',NULL);
INSERT INTO journal VALUES(9,20,16,'hint',NULL);
INSERT INTO journal VALUES(9,21,16,'down',NULL);
INSERT INTO journal VALUES(9,22,17,'hint',NULL);
INSERT INTO journal VALUES(9,23,17,'left',NULL);
INSERT INTO journal VALUES(9,24,18,'hint',NULL);
INSERT INTO journal VALUES(9,25,18,'up',NULL);
INSERT INTO journal VALUES(9,26,18,'undo',NULL);
INSERT INTO journal VALUES(9,27,18,'pause',NULL);
INSERT INTO journal VALUES(10,0,0,'r1c1=1',NULL);
INSERT INTO journal VALUES(10,1,2,'pause',NULL);
CREATE TABLE setting (
    owner TEXT NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (owner, name)
) WITHOUT ROWID;
INSERT INTO setting VALUES('','practice:naked-pair','292325242');
CREATE INDEX game_by_table ON game (score_table);
CREATE INDEX game_by_owner ON game (owner, score_table, fair_score);
CREATE INDEX game_by_id ON game (owner, id);
COMMIT;
