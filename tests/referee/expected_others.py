"""What the report of each golden of the other books' referee says, worked out by hand from the articles.

The racks hold 29, 48, 36 and 55 pips: 168. Left are 148 after 00 05 06 54, and 150 after 00 05 54 40.
"""

EXPECTED = {
    "SJ-flujo-1.referee": """
#1 unfinished nobody 0
SJ-flujo-1 seat 4 turn 3: exposed 4 55
score 0 0
""",
    "SJ-flujo-1.touched": """
#1 unfinished nobody 0
SJ-flujo-1 seat 3 turn 2: must_play 3 15
SJ-flujo-1 seat 1 turn 3: exposed 1 13
score 0 0
""",
    "SJ-tranque-falso": """
#1 lost 2+4 148
SJ-tranque-falso seat 3 turn 4: hand_lost 1+3; points 2+4 148
score 0 148
opens 4
""",
    "SJ-irreg-1": """
#1 unfinished nobody 0
SJ-irreg-1 seat 3 turn 3: taken_back 3 06; must_play 3 06
SJ-irreg-1 seat 4 turn 4: taken_back 4 34
score 0 0
""",
    "SJ-irreg-2": """
#1 lost 2+4 20
SJ-irreg-2 seat 3 turn 4: hand_lost 1+3; points 2+4 20
#2 void nobody 0
SJ-irreg-2 seat None turn 4: hand_void; opening 4
#3 unfinished nobody 0
score 0 20
opens 4
""",
    "SJ-irreg-3": """
#1 block 1+3 126
SJ-irreg-3 seat 2 turn 10: warning 2
#2 domino 1+3 30
SJ-irreg-3 seat 4 turn 0: warning 4
SJ-irreg-3 seat 2 turn 0: points 2+4 -20
score 156 -20
opens 3
""",
    "SJ-irreg-4": """
#1 unfinished nobody 0
SJ-irreg-4 seat 3 turn 1: points 1+3 -20; taken_back 3 06
score -20 0
""",
    "SJ-irreg-5": """
#1 block 1+3 126
SJ-irreg-5 seat 3 turn 4: points 1+3 -20
score 106 0
opens 2
""",
    "SJ-irreg-6": """
#1 domino 2+4 35
#2 lost 1+3 0
SJ-irreg-6 seat 2 turn 1: expulsion 2; match_lost 2+4
score 0 35
forfeit: won by 1+3
""",
    "SJ-irreg-7": """
#1 lost 2+4 0
SJ-irreg-7 seat 3 turn 2: expulsion 3; match_lost 1+3
score 0 0
forfeit: won by 2+4
""",
    "SJ-irreg-8": """
#1 lost 1+3 0
SJ-irreg-8 seat 4 turn 0: expulsion 4; match_lost 2+4
score 0 0
forfeit: won by 1+3
""",
    "SJ-pase": """
#1 lost 2+4 20
SJ-pase seat 3 turn 3: hand_lost 1+3; points 2+4 20
#2 unfinished nobody 0
score 0 20
opens 1
""",
    "SJ-pase.remaining": """
#1 lost 2+4 170
SJ-pase seat 3 turn 3: hand_lost 1+3; points 2+4 170
score 0 170
opens 1
""",
    "SJ-jueces": """
#1 ruling nobody 0
SJ-jueces seat None turn 2: points 1+3 15
score 15 0
""",
    "CI-6": """
#1 unfinished nobody 0
CI-6 seat 2 turn 1: nothing
score 0 0
""",
    "CI-7": """
#1 unfinished nobody 0
CI-7 seat 4 turn 2: nothing
CI-18 seat 4 turn 2: nothing
score 0 0
""",
    "CI-9.referee": """
#1 unfinished nobody 0
CI-9 seat 2 turn 2: nothing
CI-18 seat 2 turn 2: points 2+4 -5
score 0 -5
""",
    "CI-10": """
#1 unfinished nobody 0
CI-10 seat 3 turn 3: difference 3 -30
score 0 0
difference 3: -30
""",
    "CI-10.opening": """
#1 void nobody 0
CI-10 seat 3 turn 3: hand_void; opening 4
#2 unfinished nobody 0
score 0 0
""",
    "CI-10.rebuild": """
#1 unfinished nobody 0
CI-10 seat 3 turn 3: rebuild 3
score 0 0
""",
    "CI-11.referee": """
#1 unfinished nobody 0
CI-11 seat 3 turn 0: taken_back 3 15; exposed 3 15
score 0 0
""",
    "CI-11.annul": """
#1 void nobody 0
CI-11 seat 3 turn 0: taken_back 3 15; exposed 3 15; hand_void; opening 1
#2 unfinished nobody 0
score 0 0
""",
    "CI-12.referee": """
#1 unfinished nobody 0
CI-12 seat 3 turn 2: must_play 3 15
CI-12 seat 4 turn 3: exposed 4 34
score 0 0
""",
    "CI-13": """
#1 unfinished nobody 0
CI-13 seat 3 turn 3: taken_back 3 14; exposed 3 14
score 0 0
""",
    "CI-13.late": """
#1 unfinished nobody 0
CI-13 seat 3 turn 4: nothing
CI-18 seat 3 turn 4: points 1+3 -10
score -10 0
""",
    "CI-13.own": """
#1 unfinished nobody 0
CI-13 seat 3 turn 4: taken_back 3 14; exposed 3 14
score 0 0
""",
    "CI-14": """
#1 domino 1+3 65
CI-14 seat 1 turn 26: hand_won 1
score 65 0
opens 2
""",
    "CI-15": """
#1 domino 1+3 71
CI-15 seat 1 turn 24: nothing
score 71 0
opens 2
""",
    "CI-15.pass": """
#1 unfinished nobody 0
CI-15 seat 1 turn 5: nothing
score 0 0
""",
    "CI-17": """
#1 unfinished nobody 0
CI-10 seat 4 turn 4: difference 4 -30
score 0 0
difference 4: -30
""",
    "CI-18": """
#1 unfinished nobody 0
CI-18 seat None turn 2: points 2+4 10
score 0 10
""",
    "CI-19": """
#1 unfinished nobody 0
CI-19 seat 3 turn 2: expulsion 3
score 0 0
""",
    "UEH-obligada.referee": """
#1 unfinished nobody 0
UEH-obligada seat 3 turn 2: nothing
score 0 0 0 0
""",
}
