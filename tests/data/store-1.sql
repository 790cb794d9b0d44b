BEGIN TRANSACTION;
CREATE TABLE game (
    number INTEGER PRIMARY KEY,
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
    used REAL NOT NULL
);
INSERT INTO "game" VALUES(1,'2048:classic','2048:classic','2048:classic#42','2048:classic','2048:classic:..../..../2.../...4#42',0,NULL,NULL,3,'2048:classic:2..2/4.../..../...2#42/ply=2',0,0,0,0,0,2,15,0,0,1.79527464144383621215e+09,1.79527464146696662901e+09);
INSERT INTO "game" VALUES(2,'sudoku:2x2#3','sudoku:2x2','sudoku:2x2#3','sudoku:2x2','....41...23.....',0,NULL,NULL,12,'+2+3+4+141+2+3+123+4+3+4+1+2',0,0,0,0,0,12,72,1,1,1.79527464148059487337e+09,1.79527464155919361113e+09);
INSERT INTO "game" VALUES(3,'sudoku:daily/2026-11-17','sudoku:daily/2026-11-17','sudoku:daily/2026-11-17','sudoku','7....59...8.........5167...57...4..6.2.......4..6...87.......6.....5.1.21.9.....4',0,NULL,NULL,18,'7+6+4+2+859+1+3+28+1+9+4+3+6+7+5+3+95167+4..57...4..6.2.......4..6...87.......6.....5.1.21.9.....4',0,0,0,0,0,17,166,0,0,1.79527464157453370092e+09,1.79527464175492453574e+09);
INSERT INTO "game" VALUES(4,'sudoku:2x2#4','sudoku:2x2','sudoku:2x2#4','sudoku:2x2','...23...4....1..',0,NULL,NULL,13,'+1+4+323+2+1+44+3+2+1+21+4+3',0,0,0,0,1,12,83,1,1,1.79527464175962257384e+09,1.79527464184695959093e+09);
CREATE TABLE journal (
    number INTEGER NOT NULL REFERENCES game,
    entry INTEGER NOT NULL,
    ms INTEGER NOT NULL,
    event TEXT NOT NULL,
    position TEXT,  -- after some entries: a long game is not replayed from its start
    PRIMARY KEY (number, entry)
) WITHOUT ROWID;
INSERT INTO "journal" VALUES(1,0,0,'left',NULL);
INSERT INTO "journal" VALUES(1,1,8,'up',NULL);
INSERT INTO "journal" VALUES(1,2,15,'pause',NULL);
INSERT INTO "journal" VALUES(2,0,0,'r1c1=2',NULL);
INSERT INTO "journal" VALUES(2,1,4,'r1c2=3',NULL);
INSERT INTO "journal" VALUES(2,2,11,'r1c3=4',NULL);
INSERT INTO "journal" VALUES(2,3,19,'r1c4=1',NULL);
INSERT INTO "journal" VALUES(2,4,23,'r2c3=2',NULL);
INSERT INTO "journal" VALUES(2,5,27,'r2c4=3',NULL);
INSERT INTO "journal" VALUES(2,6,35,'r3c1=1',NULL);
INSERT INTO "journal" VALUES(2,7,39,'r3c4=4',NULL);
INSERT INTO "journal" VALUES(2,8,47,'r4c1=3',NULL);
INSERT INTO "journal" VALUES(2,9,55,'r4c2=4',NULL);
INSERT INTO "journal" VALUES(2,10,68,'r4c3=1',NULL);
INSERT INTO "journal" VALUES(2,11,72,'r4c4=2',NULL);
INSERT INTO "journal" VALUES(3,0,0,'r1c2=6',NULL);
INSERT INTO "journal" VALUES(3,1,10,'r1c3=4',NULL);
INSERT INTO "journal" VALUES(3,2,22,'r1c4=2',NULL);
INSERT INTO "journal" VALUES(3,3,30,'r1c5=8',NULL);
INSERT INTO "journal" VALUES(3,4,42,'r1c8=1',NULL);
INSERT INTO "journal" VALUES(3,5,49,'r1c9=3',NULL);
INSERT INTO "journal" VALUES(3,6,58,'r2c1=2',NULL);
INSERT INTO "journal" VALUES(3,7,74,'r2c3=1',NULL);
INSERT INTO "journal" VALUES(3,8,82,'r2c4=9',NULL);
INSERT INTO "journal" VALUES(3,9,94,'r2c5=4',NULL);
INSERT INTO "journal" VALUES(3,10,106,'r2c6=3',NULL);
INSERT INTO "journal" VALUES(3,11,110,'r2c7=6',NULL);
INSERT INTO "journal" VALUES(3,12,122,'r2c8=7',NULL);
INSERT INTO "journal" VALUES(3,13,138,'r2c9=5',NULL);
INSERT INTO "journal" VALUES(3,14,142,'r3c1=3',NULL);
INSERT INTO "journal" VALUES(3,15,150,'r3c2=9',NULL);
INSERT INTO "journal" VALUES(3,16,158,'r3c7=4',NULL);
INSERT INTO "journal" VALUES(3,17,166,'pause',NULL);
INSERT INTO "journal" VALUES(4,0,0,'hint',NULL);
INSERT INTO "journal" VALUES(4,1,11,'r1c1=1',NULL);
INSERT INTO "journal" VALUES(4,2,15,'r1c2=4',NULL);
INSERT INTO "journal" VALUES(4,3,23,'r1c3=3',NULL);
INSERT INTO "journal" VALUES(4,4,27,'r2c2=2',NULL);
INSERT INTO "journal" VALUES(4,5,31,'r2c3=1',NULL);
INSERT INTO "journal" VALUES(4,6,39,'r2c4=4',NULL);
INSERT INTO "journal" VALUES(4,7,43,'r3c2=3',NULL);
INSERT INTO "journal" VALUES(4,8,51,'r3c3=2',NULL);
INSERT INTO "journal" VALUES(4,9,55,'r3c4=1',NULL);
INSERT INTO "journal" VALUES(4,10,63,'r4c1=2',NULL);
INSERT INTO "journal" VALUES(4,11,79,'r4c3=4',NULL);
INSERT INTO "journal" VALUES(4,12,83,'r4c4=3',NULL);
CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO "setting" VALUES('theme','light');
CREATE TABLE slot (
    slot TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    number INTEGER NOT NULL REFERENCES game,
    used REAL NOT NULL
) WITHOUT ROWID;
INSERT INTO "slot" VALUES('2048:classic','2048',1,1.79527464146702432634e+09);
INSERT INTO "slot" VALUES('sudoku:2x2#3','sudoku',2,1.79527464155924868578e+09);
INSERT INTO "slot" VALUES('sudoku:2x2#4','sudoku',4,1.79527464184701061248e+09);
INSERT INTO "slot" VALUES('sudoku:daily/2026-11-17','sudoku',3,1.7952746417549805641e+09);
CREATE INDEX game_by_table ON game (score_table, fair_score);
CREATE INDEX game_by_id ON game (id);
COMMIT;
