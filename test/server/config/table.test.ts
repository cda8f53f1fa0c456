import fs from 'node:fs';
import path from 'node:path';
import { settingsSections as ofExchange } from '../../../tools/exchange-settings';
import { withSection } from '../../../server/config/table';
import { settingsSections as ofService } from '../../../tools/service-settings';

const page = fs.readFileSync(path.join(__dirname, '../../../docs/settings.md'), 'utf8');
const sections = { ...ofService, ...ofExchange };

test.each(Object.entries(sections))(
	'the table of %s is the one `npm run generate` writes',
	(name, table) => {
		expect(page).toBe(withSection(page, name, table));
	},
);

test('every setting has its row with default, values and meaning', () => {
	expect(sections.service).toContain('| `PORT` | `8080` | 0 to 65535 | port to listen on;');
	expect(sections.exchange).toContain(
		'| `REDIS_URL`, `REDIS_URL_FILE` | a private Redis | `redis://`, `rediss://`, `redis-sentinel://` | ',
	);
	expect(sections.settlement).toContain('| `escrow` | needed | `email`, `key` | ');
});

test('a page without the marks of a part is refused', () => {
	expect(() => withSection('<!-- /a --> <!-- a -->', 'a', '')).toThrow('no part between');
});
