"""The wire protocol of a house: socket frames, commands, REST answers, and the AsyncAPI document of them."""
