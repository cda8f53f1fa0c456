import {
	environmentReader,
	unknownVariables,
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

test('a variable that begins like ours and is none is reported with the nearest one', () => {
	const names = { prefixes: ['OUR_'], known: ['OUR_FOLDER', 'OUR_PLACES', 'OUR_MODE'] };
	const environment = { OUR_FLODER: 'x', OUR_MODE: 'slow', OUR_PLACE: 'y', PATH: '/bin' };
	expect(unknownVariables(environment, names)).toEqual([
		'OUR_FLODER is no setting and does nothing; did you mean OUR_FOLDER?',
		'OUR_PLACE is no setting and does nothing; did you mean OUR_PLACES?',
	]);
});
