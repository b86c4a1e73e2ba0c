"""An interactive lab for the Normandy campaign as a board game."""
