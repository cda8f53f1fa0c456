import path from 'node:path';
import { cacheFolder, type Surroundings } from '../../../start/machine/cache-folder';

const home = path.resolve('/people/ada');
const rows: readonly (readonly [string, Omit<Surroundings, 'home'>, string])[] = [
	['Linux', { platform: 'linux', environment: {} }, `${home}/.cache/sealkeeper`],
	[
		'Linux with XDG_CACHE_HOME',
		{ platform: 'linux', environment: { XDG_CACHE_HOME: '/fast' } },
		'/fast/sealkeeper',
	],
	[
		'Linux with a relative XDG_CACHE_HOME, which the XDG rules say to ignore',
		{ platform: 'linux', environment: { XDG_CACHE_HOME: 'fast' } },
		`${home}/.cache/sealkeeper`,
	],
	['macOS', { platform: 'darwin', environment: {} }, `${home}/Library/Caches/sealkeeper`],
	['Windows', { platform: 'win32', environment: { LOCALAPPDATA: '/local' } }, '/local/sealkeeper'],
	[
		'any system with SEALKEEPER_CACHE',
		{ platform: 'darwin', environment: { SEALKEEPER_CACHE: '/mine', XDG_CACHE_HOME: '/fast' } },
		'/mine',
	],
];

describe('the cache folder', () => {
	test.each(rows)('on %s', (_name, surroundings, expected) => {
		expect(cacheFolder({ ...surroundings, home })).toBe(expected);
	});
});
