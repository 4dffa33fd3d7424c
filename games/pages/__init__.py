"""HTTP of what surrounds the table: accounts, talk, ranked play, the lists of tables."""
