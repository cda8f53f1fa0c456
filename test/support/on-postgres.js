/** Before each test file of the second run: the service keeps what it keeps in PostgreSQL. */
process.env.SEALKEEPER_TEST_DATABASE = 'PostgreSQL';
