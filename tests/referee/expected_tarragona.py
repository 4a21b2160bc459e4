"""What the report of each golden of Tarragona's referee says, worked out by hand from articles 13 to 18."""

EXPECTED = {
    "TG-7.9.referee": """
#1 block 1+3 126
TG-13.6 seat 2 turn 10: warning 2
TG-13.6 seat 4 turn 10: warning 4
score 126 0
opens 2
""",
    "TG-8.6.referee": """
#1 unfinished nobody 0
TG-8.6 seat 2 turn 0: nothing
TG-13.2 seat 3 turn 2: warning 3
score 0 0
""",
    "TG-13.1": """
#1 unfinished nobody 0
TG-13.1 seat 2 turn 0: warning 2
score 0 0
""",
    "TG-13.2": """
#1 unfinished nobody 0
TG-13.2 seat 3 turn 2: warning 3
score 0 0
""",
    "TG-13.3": """
#1 unfinished nobody 0
TG-13.3 seat 4 turn 3: warning 4
score 0 0
""",
    "TG-13.4": """
#1 unfinished nobody 0
TG-13.4 seat 1 turn 2: warning 1
score 0 0
""",
    "TG-13.5": """
#1 unfinished nobody 0
TG-13.5 seat 2 turn 3: warning 2
score 0 0
""",
    "TG-13.6": """
#1 block 1+3 126
TG-13.6 seat 1 turn 10: warning 1
score 126 0
opens 2
""",
    "TG-13.7": """
#1 unfinished nobody 0
TG-13.2 seat 2 turn 1: warning 2
TG-13.3 seat 2 turn 1: warning 2
TG-13.2 seat 2 turn 2: warning 2
TG-13.2 seat 2 turn 3: warning 2; card 2 blue
score 0 0
cards 2: blue 1
""",
    "TG-17": """
#1 unfinished nobody 0
TG-13.4 seat 2 turn 1: warning 2
TG-13.4 seat 2 turn 1: warning 2
TG-13.4 seat 2 turn 1: warning 2; card 2 blue
TG-13.4 seat 2 turn 3: warning 2
TG-13.4 seat 2 turn 3: warning 2
TG-13.4 seat 2 turn 3: warning 2; card 2 blue; card 2 yellow
score 0 0
cards 2: blue 2 yellow 1
""",
    "TG-14.1": """
#1 void nobody 0
TG-14.1 seat 2 turn 2: card 2 blue; hand_void; opening 1
#2 unfinished nobody 0
score 0 0
cards 2: blue 1
opens 1
""",
    "TG-14.2.referee": """
#1 unfinished nobody 0
TG-14.2 seat 2 turn 0: card 2 blue; taken_back 2 56
score 0 0
cards 2: blue 1
""",
    "TG-14.3.referee": """
#1 void nobody 0
TG-14.3 seat 1 turn 1: card 1 blue; hand_void; opening 2
#2 unfinished nobody 0
score 0 0
cards 1: blue 1
opens 2
""",
    "TG-14.4.referee": """
#1 unfinished nobody 0
TG-14.4 seat 1 turn 1: card 1 blue
score 0 0
cards 1: blue 1
""",
    "TG-14.5": """
#1 unfinished nobody 0
TG-14.5 seat 1 turn 1: card 1 blue
score 0 0
cards 1: blue 1
awaiting 2 TG-14.5 continue/annul
""",
    "TG-14.6": """
#1 unfinished nobody 0
TG-14.6 seat 3 turn 3: card 3 blue
score 0 0
cards 3: blue 1
""",
    "TG-14.7.referee": """
#1 unfinished nobody 0
TG-14.7 seat 2 turn 2: card 2 blue
score 0 0
cards 2: blue 1
""",
    "TG-14.8": """
#1 void nobody 0
TG-14.8 seat 1 turn 2: card 1 blue; hand_void; opening 2
score 0 0
cards 1: blue 1
opens 2
""",
    "TG-14.9.referee": """
#1 unfinished nobody 0
TG-14.9 seat 3 turn 2: card 3 blue; exposed 3 33
score 0 0
cards 3: blue 1
""",
    "TG-14.10.referee": """
#1 unfinished nobody 0
TG-14.10 seat 3 turn 3: card 3 blue; taken_back 3 14
score 0 0
cards 3: blue 1
""",
    "TG-14.10.late": """
#1 unfinished nobody 0
TG-14.10 seat 3 turn 4: card 3 blue
score 0 0
cards 3: blue 1
""",
    "TG-14.11.referee": """
#1 unfinished nobody 0
TG-14.11 seat 3 turn 3: card 3 blue
score 0 0
cards 3: blue 1
""",
    "TG-14.12.referee": """
#1 unfinished nobody 0
TG-14.12 seat 3 turn 3: card 3 blue; rebuild 3
score 0 0
cards 3: blue 1
""",
    "TG-14.13": """
#1 unfinished nobody 0
TG-14.1 seat 2 turn 1: card 2 blue
TG-14.1 seat 2 turn 2: card 2 blue; card 2 yellow
TG-14.1 seat 2 turn 3: card 2 blue; card 2 yellow
score 0 0
cards 2: blue 3 yellow 2
awaiting 3 TG-14.1 continue/annul
""",
    "TG-15.1": """
#1 unfinished nobody 0
TG-14.6 seat 2 turn 1: card 2 blue
TG-14.6 seat 2 turn 1: card 2 blue; card 2 yellow
TG-14.6 seat 2 turn 1: card 2 blue; card 2 yellow
TG-14.8 seat 2 turn 2: card 2 blue; card 2 yellow
TG-14.8 seat 2 turn 2: card 2 blue
TG-14.8 seat 2 turn 2: card 2 blue; card 2 yellow; card 2 yellow
score 0 0
cards 2: blue 6 yellow 5
""",
    "TG-15.2": """
#1 unfinished nobody 0
TG-15.2 seat 3 turn 2: card 3 yellow
score 0 0
cards 3: yellow 1
""",
    "TG-15.3": """
#1 void nobody 0
TG-15.3 seat 3 turn 2: card 3 yellow; hand_void; opening 2
score 0 0
cards 3: yellow 1
opens 2
""",
    "TG-15.4": """
#1 void nobody 0
TG-15.4 seat 4 turn 2: card 4 yellow; hand_void; opening 1
score 0 0
cards 4: yellow 1
opens 1
""",
    "TG-15.5": """
#1 unfinished nobody 0
TG-15.4 seat 2 turn 1: card 2 yellow
TG-15.4 seat 2 turn 2: card 2 yellow
score 0 0
cards 2: yellow 2
awaiting referee TG-15.5 yes/no
""",
    "TG-16.1": """
#1 lost 1+3 300
TG-15.4 seat 2 turn 1: card 2 yellow
TG-15.4 seat 2 turn 2: card 2 yellow; card 2 red; match_lost 2+4
score 300 0
cards 2: yellow 2 red 1
forfeit: won by 1+3
""",
    "TG-16.2": """
#1 domino 1+3 40
#2 lost 1+3 260
TG-16.2 seat 2 turn 1: card 2 red; match_lost 2+4
score 300 0
cards 2: red 1
forfeit: won by 1+3
""",
    "TG-16.3": """
#1 lost 1+3 0
TG-16.3 seat 2 turn 1: card 2 red; match_lost 2+4
score 0 0
cards 2: red 1
forfeit: won by 1+3
""",
    "TG-16.4": """
#1 void nobody 0
TG-14.8 seat 1 turn 2: card 1 blue; hand_void; opening 2
#2 lost 2+4 300
TG-16.4 seat 1 turn 0: card 1 red; match_lost 1+3
score 0 300
cards 1: blue 1 red 1
forfeit: won by 2+4
""",
    "TG-16.5": """
#1 lost 1+3 100
TG-16.5 seat 4 turn 3: card 4 red; match_lost 2+4
score 100 0
cards 4: red 1
forfeit: won by 1+3
""",
    "TG-16.6": """
#1 domino 2+4 90
#2 lost 2+4 210
TG-16.6 seat 3 turn 0: card 3 red; match_lost 1+3
score 0 300
cards 3: red 1
forfeit: won by 2+4
""",
    "TG-18.1": """
#1 unfinished nobody 0
TG-14.8 seat 4 turn 2: card 4 blue
score 0 0
cards 4: blue 1
awaiting 1 TG-14.8 continue/annul
""",
    "TG-18.2": """
#1 void nobody 0
TG-14.8 seat 3 turn 2: card 3 blue; hand_void; opening 2
#2 void nobody 0
TG-14.8 seat 3 turn 1: card 3 blue; card 3 yellow; hand_void; opening 2
#3 unfinished nobody 0
score 0 0
cards 3: blue 2 yellow 1
""",
    "TG-18.2.void": """
#1 void nobody 0
TG-14.8 seat 1 turn 2: card 1 blue; hand_void; opening 2
TG-14.8 seat 2 turn 2: card 2 blue
score 0 0
cards 1: blue 1
cards 2: blue 1
opens 2
""",
    "TG-18.3": """
#1 unfinished nobody 0
TG-14.12 seat 3 turn 3: card 3 blue
score 0 0
cards 3: blue 1
awaiting 4 TG-14.12 continue/annul/rebuild
""",
    "TG-18.4": """
#1 void nobody 0
TG-14.1 seat 2 turn 1: card 2 blue
TG-14.6 seat 2 turn 2: card 2 blue; card 2 yellow; hand_void; opening 1
score 0 0
cards 2: blue 2 yellow 1
opens 1
""",
    "TG-18.5": """
#1 unfinished nobody 0
TG-15.2 seat 3 turn 1: card 3 yellow
TG-15.2 seat 3 turn 2: card 3 yellow
score 0 0
cards 3: yellow 2
""",
    "TG-18.6": """
#1 domino 1+3 120
#2 domino 2+4 90
#3 domino 2+4 90
#4 lost 1+3 180
TG-16.5 seat 4 turn 0: card 4 red; match_lost 2+4
score 300 180
cards 4: red 1
forfeit: won by 1+3
""",
}
