"""Phones at the tables and the screens on the wall: what players, judges and the public see of a tournament."""
