"""lab"""
import numpy as np
from tessella.jit import kernel
from tessella.sudoku.kernels.words import LANES, aligned, every, high, load, low, popcount, some, store, trailing
U = np.uint64
COLUMNS = 64 * LANES

@kernel(inline=True)
def _swap(square, i, s, mask):
    a = load(square, i)
    b = load(square, i + s)
    t = (low(a, U(s)) ^ b) & mask
    store(square, i + s, b ^ t)
    store(square, i, a ^ high(t, U(s)))

@kernel
def transpose(square, at):
    s = 32
    ones = U(0xFFFFFFFF)
    while s:
        mask = every(ones)
        for top in range(0, 64, 2 * s):
            for i in range(top, top + s):
                _swap(square, at + i, s, mask)
        s >>= 1
        ones ^= ones << U(s)

@kernel(inline=True)
def _eight(puzzles, p, c):
    w = U(0)
    for i in range(8):
        w |= U(puzzles[p, c + i]) << U(8 * i)
    return w

@kernel
def read(puzzles, first, n, planes, square):
    """puzzles -> planes"""
    flat = square.reshape(-1)
    full = every(U(0))
    full = ~full
    for group in range(6):
        c = 16 * group
        for p in range(COLUMNS):
            q = first + p
            w = U(0x0F0F0F0F0F0F0F0F)
            if p < n:
                if group < 5:
                    a = _eight(puzzles, q, c)
                    b = _eight(puzzles, q, c + 8)
                    if ((a | b) & U(0xF0F0F0F0F0F0F0F0)) == U(0):
                        w = a | (b << U(4))
                else:
                    a = U(puzzles[q, 80])
                    if a < U(16):
                        w = a
            flat[p] = w
        transpose(square, 0)
        for i in range(16 if group < 5 else 1):
            cell = c + i
            bit = 8 * (i & 7) + 4 * (i >> 3)
            v0 = load(square, bit); v1 = load(square, bit + 1); v2 = load(square, bit + 2); v3 = load(square, bit + 3)
            row = cell // 9
            column = cell - 9 * row
            box = row // 3 * 3 + column // 3
            at = 81 * box + 3 * (row % 3) + column % 3
            n3 = ~v3
            n2 = ~v2
            n1 = ~v1
            n0 = ~v0
            blank = n0 & n1 & n2 & n3
            store(planes, at, (v0 & n1 & n2 & n3) | blank)
            store(planes, at + 9, (n0 & v1 & n2 & n3) | blank)
            store(planes, at + 18, (v0 & v1 & n2 & n3) | blank)
            store(planes, at + 27, (n0 & n1 & v2 & n3) | blank)
            store(planes, at + 36, (v0 & n1 & v2 & n3) | blank)
            store(planes, at + 45, (n0 & v1 & v2 & n3) | blank)
            store(planes, at + 54, (v0 & v1 & v2 & n3) | blank)
            store(planes, at + 63, (n0 & n1 & n2 & v3) | blank)
            store(planes, at + 72, (v0 & n1 & n2 & v3) | blank)

@kernel(inline=True)
def _three(planes, at, step):
    return load(planes, at) | load(planes, at + step) | load(planes, at + 2 * step)

@kernel(inline=True)
def _keep(planes, at, step, word):
    store(planes, at, load(planes, at) & word)
    store(planes, at + step, load(planes, at + step) & word)
    store(planes, at + 2 * step, load(planes, at + 2 * step) & word)

@kernel(inline=True)
def lines(planes, first, box, line, cell, changed, dead):
    for digit in range(9):
        at = first + 9 * digit
        a = _three(planes, at, cell)
        b = _three(planes, at + line, cell)
        c = _three(planes, at + 2 * line, cell)
        d = _three(planes, at + box, cell)
        e = _three(planes, at + box + line, cell)
        f = _three(planes, at + box + 2 * line, cell)
        g = _three(planes, at + 2 * box, cell)
        h = _three(planes, at + 2 * box + line, cell)
        i = _three(planes, at + 2 * box + 2 * line, cell)
        ka = (e & i) | (f & h)
        kb = (d & i) | (f & g)
        kc = (d & h) | (e & g)
        kd = (b & i) | (c & h)
        ke = (a & i) | (c & g)
        kf = (a & h) | (b & g)
        kg = (b & f) | (c & e)
        kh = (a & f) | (c & d)
        ki = (a & e) | (b & d)
        dead = dead | ~((a & ka) | (b & kb) | (c & kc))
        changed = changed | (a & ~ka) | (b & ~kb) | (c & ~kc) | (d & ~kd) | (e & ~ke) | (f & ~kf) | (g & ~kg) | (h & ~kh) | (i & ~ki)
        _keep(planes, at, cell, ka)
        _keep(planes, at + line, cell, kb)
        _keep(planes, at + 2 * line, cell, kc)
        _keep(planes, at + box, cell, kd)
        _keep(planes, at + box + line, cell, ke)
        _keep(planes, at + box + 2 * line, cell, kf)
        _keep(planes, at + 2 * box, cell, kg)
        _keep(planes, at + 2 * box + line, cell, kh)
        _keep(planes, at + 2 * box + 2 * line, cell, ki)
    return changed, dead

@kernel(inline=True)
def _nine(planes, at):
    return (load(planes, at), load(planes, at+1), load(planes, at+2), load(planes, at+3), load(planes, at+4), load(planes, at+5),
      load(planes, at+6), load(planes, at+7), load(planes, at+8))

@kernel(inline=True)
def _alone(x):
    """hidden singles of nine cells"""
    a, b, c, d, e, f, g, h, i = x
    top = a | b | c
    mid = d | e | f
    bot = g | h | i
    left = a | d | g
    centre = b | e | h
    right = c | f | i
    nt = mid | bot
    nm = top | bot
    nb = top | mid
    nl = centre | right
    nc = left | right
    nr = left | centre
    return (a & ~nt & ~nl, b & ~nt & ~nc, c & ~nt & ~nr, d & ~nm & ~nl, e & ~nm & ~nc, f & ~nm & ~nr, g & ~nb & ~nl, h & ~nb & ~nc, i & ~nb & ~nr)

@kernel(inline=True)
def box_singles(planes, first, changed, dead, solved):
    z = every(U(0))
    o0 = o1 = o2 = o3 = o4 = o5 = o6 = o7 = o8 = z
    for digit in range(9):
        h = _alone(_nine(planes, first + 9 * digit))
        o0 |= h[0]; o1 |= h[1]; o2 |= h[2]; o3 |= h[3]; o4 |= h[4]; o5 |= h[5]; o6 |= h[6]; o7 |= h[7]; o8 |= h[8]
    n0 = n1 = n2 = n3 = n4 = n5 = n6 = n7 = n8 = z
    t0 = t1 = t2 = t3 = t4 = t5 = t6 = t7 = t8 = z
    for digit in range(9):
        at = first + 9 * digit
        x = _nine(planes, at)
        h = _alone(x)
        y = x[0] & (h[0] | ~o0); store(planes, at, y); changed |= x[0] ^ y; t0 |= n0 & y; n0 |= y
        y = x[1] & (h[1] | ~o1); store(planes, at + 1, y); changed |= x[1] ^ y; t1 |= n1 & y; n1 |= y
        y = x[2] & (h[2] | ~o2); store(planes, at + 2, y); changed |= x[2] ^ y; t2 |= n2 & y; n2 |= y
        y = x[3] & (h[3] | ~o3); store(planes, at + 3, y); changed |= x[3] ^ y; t3 |= n3 & y; n3 |= y
        y = x[4] & (h[4] | ~o4); store(planes, at + 4, y); changed |= x[4] ^ y; t4 |= n4 & y; n4 |= y
        y = x[5] & (h[5] | ~o5); store(planes, at + 5, y); changed |= x[5] ^ y; t5 |= n5 & y; n5 |= y
        y = x[6] & (h[6] | ~o6); store(planes, at + 6, y); changed |= x[6] ^ y; t6 |= n6 & y; n6 |= y
        y = x[7] & (h[7] | ~o7); store(planes, at + 7, y); changed |= x[7] ^ y; t7 |= n7 & y; n7 |= y
        y = x[8] & (h[8] | ~o8); store(planes, at + 8, y); changed |= x[8] ^ y; t8 |= n8 & y; n8 |= y
    dead |= ~(n0 & n1 & n2 & n3 & n4 & n5 & n6 & n7 & n8)
    dead |= (o0 & t0) | (o1 & t1) | (o2 & t2) | (o3 & t3) | (o4 & t4) | (o5 & t5) | (o6 & t6) | (o7 & t7) | (o8 & t8)
    n0 &= ~t0; n1 &= ~t1; n2 &= ~t2; n3 &= ~t3; n4 &= ~t4; n5 &= ~t5; n6 &= ~t6; n7 &= ~t7; n8 &= ~t8
    for digit in range(9):
        at = first + 9 * digit
        x = _nine(planes, at)
        p = x[0] & n0
        y = x[1] & n1; dead |= p & y; p |= y
        y = x[2] & n2; dead |= p & y; p |= y
        y = x[3] & n3; dead |= p & y; p |= y
        y = x[4] & n4; dead |= p & y; p |= y
        y = x[5] & n5; dead |= p & y; p |= y
        y = x[6] & n6; dead |= p & y; p |= y
        y = x[7] & n7; dead |= p & y; p |= y
        y = x[8] & n8; dead |= p & y; p |= y
        y = x[0] & (n0 | ~p); store(planes, at, y); changed |= x[0] ^ y
        y = x[1] & (n1 | ~p); store(planes, at + 1, y); changed |= x[1] ^ y
        y = x[2] & (n2 | ~p); store(planes, at + 2, y); changed |= x[2] ^ y
        y = x[3] & (n3 | ~p); store(planes, at + 3, y); changed |= x[3] ^ y
        y = x[4] & (n4 | ~p); store(planes, at + 4, y); changed |= x[4] ^ y
        y = x[5] & (n5 | ~p); store(planes, at + 5, y); changed |= x[5] ^ y
        y = x[6] & (n6 | ~p); store(planes, at + 6, y); changed |= x[6] ^ y
        y = x[7] & (n7 | ~p); store(planes, at + 7, y); changed |= x[7] ^ y
        y = x[8] & (n8 | ~p); store(planes, at + 8, y); changed |= x[8] ^ y
    solved = solved & n0 & n1 & n2 & n3 & n4 & n5 & n6 & n7 & n8
    return changed, dead, solved


STATE = 12  # words

@kernel(inline=True)
def all_lines(planes, changed, dead):
    for band in range(3):
        changed, dead = lines(planes, 243 * band, 81, 3, 1, changed, dead)
    for stack in range(3):
        changed, dead = lines(planes, 81 * stack, 243, 1, 3, changed, dead)
    return changed, dead


@kernel
def settle(planes, status, few):
    """status rows: 0 moving, 1 dead, 2 solved, 3 stuck;  returns sweeps"""
    nothing = every(U(0))
    flat = status.reshape(-1)
    dead = load(status, 1)
    changed, dead = all_lines(planes, nothing, dead)
    sweeps = 0
    while True:
        sweeps += 1
        changed = nothing
        solved = ~nothing
        for box in range(9):
            changed, dead, solved = box_singles(planes, 81 * box, changed, dead, solved)
        late, dead = all_lines(planes, nothing, dead)
        solved &= ~late & ~dead
        moving = (changed | late) & ~dead & ~solved
        store(status, 0, moving)
        n = 0
        for lane in range(LANES):
            n += popcount(flat[lane])
        if n <= few:
            break
    store(status, 1, dead)
    store(status, 2, solved)
    store(status, 3, ~(dead | solved | moving))
    return sweeps

@kernel
def choose(planes, status):
    """choice planes 729..: cell 0..6, digit 7..10"""
    z = every(U(0))
    any2 = z
    any3 = z
    for box in range(9):
        for pos in range(9):
            at = 81 * box + pos
            one = z; two = z; three = z; four = z
            for d in range(9):
                x = load(planes, at + 9 * d)
                four |= three & x
                three |= two & x
                two |= one & x
                one |= x
            any2 |= two & ~three
            any3 |= three & ~four
    want3 = any3 & ~any2
    want4 = ~any3 & ~any2
    free = ~z
    c0 = c1 = c2 = c3 = c4 = c5 = c6 = z
    d0 = d1 = d2 = d3 = z
    for p in range(11):
        store(planes, 729 + p, z)
    for box in range(9):
        for pos in range(9):
            at = 81 * box + pos
            one = z; two = z; three = z; four = z
            for d in range(9):
                x = load(planes, at + 9 * d)
                four |= three & x
                three |= two & x
                two |= one & x
                one |= x
            pick = ((two & ~three & any2) | (three & ~four & want3) | (four & want4)) & free
            free &= ~pick
            cell = 9 * box + pos
            for b in range(7):
                if (cell >> b) & 1:
                    store(planes, 729 + b, load(planes, 729 + b) | pick)
            for d in range(9):
                x = load(planes, at + 9 * d) & pick
                pick &= ~x
                for b in range(4):
                    if (d >> b) & 1:
                        store(planes, 736 + b, load(planes, 736 + b) | x)

@kernel
def unload(planes, square, rows):
    """planes -> rows[word, column]"""
    for w in range(STATE):
        for i in range(64):
            store(square, i, load(planes, 64 * w + i))
        transpose(square, 0)
        for i in range(64):
            store(rows, 64 * w + i, load(square, i))

@kernel
def search(puzzles, limit, counts, pool, owner, few):
    planes = aligned(768)
    rows = aligned(768)
    square = aligned(64)
    status = aligned(4)
    flat = rows.reshape(-1)
    bits = status.reshape(-1)
    who = np.zeros(COLUMNS, np.int64)
    total = len(puzzles)
    size = 0
    fresh = 0
    guesses = 0
    sweeps = 0
    rounds = 0
    while size or fresh < total:
        for i in range(32):
            bits[i] = 0
        if size >= COLUMNS or fresh == total:
            n = 0
            while n < COLUMNS and size:
                size -= 1
                if counts[owner[size]] < limit:
                    for w in range(STATE):
                        flat[COLUMNS * w + n] = pool[size, w]
                    who[n] = owner[size]
                    n += 1
            for w in range(STATE):
                transpose(rows, 64 * w)
            for i in range(729):
                store(planes, i, load(rows, i))
            for p in range(n, COLUMNS):
                bits[LANES + (p & 7)] |= U(1) << U(p >> 3)
        else:
            n = min(COLUMNS, total - fresh)
            read(puzzles, fresh, n, planes, square)
            for p in range(n):
                who[p] = fresh + p
            fresh += n
            for p in range(n, COLUMNS):
                bits[LANES + (p & 7)] |= U(1) << U(p >> 3)
        rounds += 1
        sweeps += settle(planes, status, few)
        open_ = U(0)
        for lane in range(LANES):
            m = bits[2 * LANES + lane]
            while m:
                p = 8 * trailing(m) + lane
                counts[who[p]] = min(limit, counts[who[p]] + 1)
                m &= m - U(1)
            open_ |= bits[lane] | bits[3 * LANES + lane]
        if open_:
            choose(planes, status)
            unload(planes, square, rows)
            for lane in range(LANES):
                m = bits[lane]
                while m:
                    p = 8 * trailing(m) + lane
                    m &= m - U(1)
                    if counts[who[p]] < limit:
                        for w in range(STATE):
                            pool[size, w] = flat[COLUMNS * w + p]
                        owner[size] = who[p]
                        size += 1
                m = bits[3 * LANES + lane]
                while m:
                    p = 8 * trailing(m) + lane
                    m &= m - U(1)
                    if counts[who[p]] < limit:
                        guesses += 1
                        c = flat[COLUMNS * 11 + p] >> U(25)
                        cell = np.int64(c & U(127))
                        d = np.int64((c >> U(7)) & U(15))
                        at = 81 * (cell // 9) + cell % 9
                        for w in range(STATE):
                            pool[size, w] = pool[size + 1, w] = flat[COLUMNS * w + p]
                        q = at + 9 * d
                        pool[size, q >> 6] &= ~(U(1) << U(q & 63))
                        for e in range(9):
                            if e != d:
                                q = at + 9 * e
                                pool[size + 1, q >> 6] &= ~(U(1) << U(q & 63))
                        owner[size] = owner[size + 1] = who[p]
                        size += 2
    return guesses, sweeps, rounds
