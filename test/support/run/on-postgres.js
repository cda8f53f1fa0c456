/** Before each test file of the second run: the service keeps what it keeps in PostgreSQL. */
process.env.TEST_DATABASE = 'PostgreSQL';
