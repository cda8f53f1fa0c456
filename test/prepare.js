/** Fetches what the tests use; plain JavaScript, because it runs before anything is compiled. */
require('../start/typescript');
require('../start/client-operations');
require('./support/run/prepare.ts');
