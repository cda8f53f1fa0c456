import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
	environmentReader,
	unknownVariables,
	variablesOf,
	type EnvironmentSettings,
} from '../../../server/config/environment';

const settings = {
	folder: { variable: 'OUR_FOLDER', type: 'string', default: 'data', meaning: 'a folder' },
	places: {
		variable: 'OUR_PLACES',
		type: 'integer',
		minimum: 1,
		maximum: 9,
		default: 3,
		meaning: 'how many places',
	},
	mode: { variable: 'OUR_MODE', enum: ['slow', 'fast'], default: 'slow', meaning: 'how fast' },
	store: {
		variable: 'OUR_STORE',
		type: 'string',
		protocols: ['redis', 'rediss'],
		isSecret: true,
		meaning: 'the store',
	},
} as const satisfies EnvironmentSettings;

const read = environmentReader(settings);

test('what is not given has its default, and what has none is absent', () => {
	const defaults = { folder: 'data', places: 3, mode: 'slow' };
	expect(read({})).toEqual(defaults);
	expect(read({ OUR_FOLDER: '', OUR_PLACES: '', OUR_MODE: '', OUR_STORE: '' })).toEqual(defaults);
	expect(read({})).toEqual(defaults);
});

test('what is given has the type of its setting', () => {
	const places: number = read({ OUR_PLACES: '9' }).places;
	const mode: 'slow' | 'fast' = read({ OUR_MODE: 'fast' }).mode;
	const store: string | undefined = read({ OUR_STORE: 'rediss://store' }).store;
	expect([places, mode, store]).toEqual([9, 'fast', 'rediss://store']);
});

test.each([
	[{ OUR_PLACES: '0' }, "OUR_PLACES must be a whole number from 1 to 9, not '0'"],
	[{ OUR_PLACES: '1e0' }, "OUR_PLACES must be a whole number from 1 to 9, not '1e0'"],
	[{ OUR_PLACES: '0x1' }, "OUR_PLACES must be a whole number from 1 to 9, not '0x1'"],
	[{ OUR_PLACES: ' 1' }, "OUR_PLACES must be a whole number from 1 to 9, not ' 1'"],
	[{ OUR_MODE: 'Fast' }, "OUR_MODE must be one of slow, fast, not 'Fast'"],
	[{ OUR_STORE: 'redis' }, 'OUR_STORE must be an address beginning with redis:// or rediss://'],
	[
		{ OUR_STORE: 'http://:a-secret@store' },
		'OUR_STORE must be an address beginning with redis:// or rediss://',
	],
])(
	'%j is refused with its variable, and with its value unless that may be secret',
	(given, why) => {
		const refusal = expect.objectContaining({ name: 'SettingRefused', message: why });
		expect(() => read(given)).toThrow(refusal);
	},
);

describe('a secret in a file', () => {
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'secret-file-'));
	const file = path.join(folder, 'store');
	const OUR_STORE_FILE = file;
	const write = (content: string, mode = 0o600) => {
		fs.writeFileSync(file, content);
		fs.chmodSync(file, mode);
	};
	afterAll(() => fs.rmSync(folder, { recursive: true }));

	test('is read without the line break of its end, and every other byte', () => {
		write('redis://:with blank @store\n');
		expect(read({ OUR_STORE_FILE }).store).toBe('redis://:with blank @store');
		expect(read({ OUR_STORE_FILE, OUR_STORE: '' }).store).toBe('redis://:with blank @store');
	});

	test('is one of the variables, for a secret alone and where no setting has that name', () => {
		const own = { variable: 'OUR_STORE_FILE', type: 'string', meaning: 'a file' } as const;
		expect(variablesOf(settings)).toEqual([
			...['OUR_FOLDER', 'OUR_PLACES', 'OUR_MODE', 'OUR_STORE', 'OUR_STORE_FILE'],
		]);
		expect(variablesOf({ store: settings.store, own })).toEqual(['OUR_STORE', 'OUR_STORE_FILE']);
		const reader = environmentReader({ store: settings.store, own });
		expect(reader({ OUR_STORE_FILE })).toEqual({ own: file });
	});

	test.each([
		['is not there', () => fs.rmSync(file), `OUR_STORE_FILE names ${file}, which cannot be read`],
		['is empty', () => write('\n'), `OUR_STORE_FILE names ${file}, which is empty`],
		['can be read by others', () => write('redis://x', 0o644), `run chmod 600 ${file}`],
		['can be written by a group', () => write('redis://x', 0o660), `run chmod 600 ${file}`],
		[
			'holds what cannot be meant',
			() => write('http://:a-secret@store'),
			'the file of OUR_STORE_FILE must be an address beginning with redis:// or rediss://',
		],
	])('is refused when it %s', (_, spoil, sentence) => {
		spoil();
		expect(() => read({ OUR_STORE_FILE })).toThrow(sentence);
		expect(() => read({ OUR_STORE_FILE })).not.toThrow('a-secret');
	});

	test('is not one of two', () => {
		const both = { OUR_STORE_FILE, OUR_STORE: 'redis://:a-secret@store' };
		expect(() => read(both)).toThrow('OUR_STORE and OUR_STORE_FILE are both set; keep one');
	});
});

test('a variable that begins like ours and is none is reported with the nearest one', () => {
	const names = { prefixes: ['OUR_'], known: ['OUR_FOLDER', 'OUR_PLACES', 'OUR_MODE'] };
	const environment = { OUR_FLODER: 'x', OUR_MODE: 'slow', OUR_PLACE: 'y', PATH: '/bin' };
	expect(unknownVariables(environment, names)).toEqual([
		'OUR_FLODER is no setting and does nothing; did you mean OUR_FOLDER?',
		'OUR_PLACE is no setting and does nothing; did you mean OUR_PLACES?',
	]);
});
