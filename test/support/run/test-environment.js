/**
 * What the tests run in: Node.js, with the modules of `shared-modules.js` loaded once for a worker
 * and not once for each file. Those live in the worker's own realm, whose built-in classes are others
 * than those of the tests: the tests get its classes where nothing but their name makes an instance,
 * and `instanceof` takes what either realm made of the others. It also knows when jest ends what runs
 * now: `until` gives up before that, so that what was waited for in vain is told.
 */
const { TestEnvironment } = require('jest-environment-node');
const { types } = require('node:util');
require('../../../start/typescript');
require('./child-processes');

const classes = [Date, Error, Map, Set, WeakMap, WeakSet];

function isErrorOf(name) {
	return (value) => types.isNativeError(value) && value.name === name;
}

const isInstanceOf = {
	Array: Array.isArray,
	Error: types.isNativeError,
	Promise: types.isPromise,
	RangeError: isErrorOf('RangeError'),
	RegExp: types.isRegExp,
	SyntaxError: isErrorOf('SyntaxError'),
	TypeError: isErrorOf('TypeError'),
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

/** All of one server. Whoever is still connected is cut off. */
async function dropAll([first, ...others]) {
	if (first === undefined) return;
	const { Client } = require('pg');
	const server = new Client(first.replace(/[^/]*$/, 'postgres'));
	await server.connect();
	for (const url of [first, ...others]) {
		await server.query(`drop database ${url.slice(url.lastIndexOf('/') + 1)} with (force)`);
	}
	await server.end();
}

module.exports = class extends TestEnvironment {
	constructor(config, context) {
		super(config, context);
		for (const each of classes) this.global[each.name] = each;
		takeInstancesOfAnyRealm(this.global);
		this.global.requireShared = require;
		// One environment for both realms; what a file of tests changes in it is put back.
		this.global.process.env = process.env;
		this.environment = { ...process.env };
		this.global.databasesOfFile = [];
	}

	async teardown() {
		for (const name of Object.keys(process.env)) delete process.env[name];
		Object.assign(process.env, this.environment);
		await dropAll(this.global.databasesOfFile);
		await super.teardown();
	}

	handleTestEvent({ name, hook, test }, { testTimeout }) {
		if (name !== 'hook_start' && name !== 'test_fn_start') return;
		this.global.testEndsAt = performance.now() + ((hook ?? test).timeout || testTimeout);
	}
};
