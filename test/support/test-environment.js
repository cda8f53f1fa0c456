/**
 * What the tests run in: Node.js, with the packages of `shared-packages.js` loaded once for a worker
 * and not once for each file. Those live in the worker's own realm, whose built-in classes are others
 * than those of the tests; `instanceof` takes what either realm made. It also knows when jest ends
 * what runs now: `until` gives up before that, so that what was waited for in vain is told.
 */
const { TestEnvironment } = require('jest-environment-node');
const { types } = require('node:util');

const isInstanceOf = {
	Array: Array.isArray,
	Date: types.isDate,
	Error: types.isNativeError,
	Map: types.isMap,
	Promise: types.isPromise,
	RegExp: types.isRegExp,
	Set: types.isSet,
};
const ordinary = Function.prototype[Symbol.hasInstance];

function takeInstancesOfAnyRealm(realm) {
	for (const [name, isInstance] of Object.entries(isInstanceOf)) {
		const builtIn = realm[name];
		Object.defineProperty(builtIn, Symbol.hasInstance, {
			// A subclass inherits this, and is asked about itself.
			value(value) {
				return this === builtIn ? isInstance(value) : ordinary.call(this, value);
			},
			configurable: true,
		});
	}
}

takeInstancesOfAnyRealm(globalThis);

module.exports = class extends TestEnvironment {
	constructor(config, context) {
		super(config, context);
		takeInstancesOfAnyRealm(this.global);
		this.global.requireShared = require;
	}

	handleTestEvent({ name, hook, test }, { testTimeout }) {
		if (name !== 'hook_start' && name !== 'test_fn_start') return;
		this.global.testEndsAt = performance.now() + ((hook ?? test).timeout || testTimeout);
	}
};
