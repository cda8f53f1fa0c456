/**
 * Node's environment, which also knows when jest ends what runs now: `until` gives up before that, so
 * that what was waited for in vain is told.
 */
const { TestEnvironment } = require('jest-environment-node');

module.exports = class extends TestEnvironment {
	handleTestEvent({ name, hook, test }, { testTimeout }) {
		if (name !== 'hook_start' && name !== 'test_fn_start') return;
		this.global.testEndsAt = performance.now() + ((hook ?? test).timeout || testTimeout);
	}
};
