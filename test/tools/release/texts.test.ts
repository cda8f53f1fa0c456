import { notesOf, withAddresses } from '../../../tools/release/texts';

const repository = { url: 'https://example.com/us/it', tag: 'v1.2.0' };

test('links into the repository become addresses at the tag, others stay', () => {
	const text =
		'[a](docs/a.md#part) [b](../b.md) ![c](docs/c.png) <img src="docs/d.png"> [e](https://e.test) [f](#f)';
	expect(withAddresses(text, 'tools', repository)).toBe(
		'[a](https://example.com/us/it/blob/v1.2.0/tools/docs/a.md#part) ' +
			'[b](https://example.com/us/it/blob/v1.2.0/b.md) ' +
			'![c](https://example.com/us/it/raw/v1.2.0/tools/docs/c.png) ' +
			'<img src="https://example.com/us/it/raw/v1.2.0/tools/docs/d.png"> [e](https://e.test) [f](#f)',
	);
});

test('the notes are the section of the version, and one that is missing is asked for', () => {
	const changelog = '# Changelog\n\n## 1.2.0\n\nNew.\n\n**More**\n\n## 1.1.0\n\nOld.\n';
	expect(notesOf(changelog, '1.2.0')).toBe('New.\n\n**More**\n');
	expect(notesOf(changelog, '1.1.0')).toBe('Old.\n');
	expect(() => notesOf(changelog, '1.3.0')).toThrow(
		"CHANGELOG.md has no section '## 1.3.0'; write it for this release",
	);
});
