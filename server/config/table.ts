/** Generates Markdown tables of settings and inserts them into pages. */
import fs from 'node:fs';
import { fileVariableOf, type EnvironmentSettings } from './environment';
import type { ObjectSetting, Setting } from './schema';

export interface TableRow {
	/** Name in the environment or the file. */
	readonly name: string;
	readonly setting: Setting;
	/** Variable of a file with the value in its place. */
	readonly file?: string;
}

export function variableRows(settings: EnvironmentSettings): readonly TableRow[] {
	return Object.values(settings).map((setting) => {
		const file = fileVariableOf(setting, settings);
		return { name: setting.variable, setting, ...(file !== undefined && { file }) };
	});
}

export function fieldRows({ properties }: ObjectSetting): readonly TableRow[] {
	return Object.entries(properties).map(([name, setting]) => ({ name, setting }));
}

/** A table of names, defaults, values and meanings. */
export function settingsTable(rows: readonly TableRow[]): string {
	const lines = rows.map(
		({ name, setting, file }) =>
			`| \`${name}\`${file === undefined ? '' : `, \`${file}\``} | ${defaultOf(setting)} | ${valuesOf(setting)} | ${cell(setting.meaning)} |`,
	);
	return ['| Name | Default | Values | Meaning |', '|---|---|---|---|', ...lines].join('\n');
}

const cell = (text: string) => text.replaceAll('|', '\\|');

function defaultOf(setting: Setting): string {
	if (setting.otherwise !== undefined) return cell(setting.otherwise);
	if (!('default' in setting) || setting.default === undefined) return 'needed';
	const { default: value } = setting;
	return `\`${typeof value === 'object' ? JSON.stringify(value) : value}\``;
}

function valuesOf(setting: Setting): string {
	if ('enum' in setting) return setting.enum.map((choice) => `\`${choice}\``).join(', ');
	switch (setting.type) {
		case 'integer':
			return `${setting.minimum} to ${setting.maximum}`;
		case 'string':
			return textForm(setting.protocols);
		case 'array':
			return 'enum' in setting.items
				? `list of ${valuesOf({ meaning: '', ...setting.items })}`
				: 'list of objects';
		case 'object':
			return Object.keys(setting.properties)
				.map((name) => `\`${name}\``)
				.join(', ');
	}
}

function textForm(protocols: readonly string[] | undefined): string {
	if (protocols === undefined) return 'text';
	return protocols.map((protocol) => `\`${protocol}://\``).join(', ');
}

/** Replaces the part of a page between the marks of this name. */
export function withSection(page: string, name: string, content: string): string {
	const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
	const [from, to] = [page.indexOf(begin), page.indexOf(end)];
	if (from < 0 || to < from) throw new Error(`the page has no part between ${begin} and ${end}`);
	return `${page.slice(0, from)}${begin}\n${content}\n${page.slice(to)}`;
}

/** Replaces the named parts of a file. */
export function writeSections(file: string, sections: Readonly<Record<string, string>>): void {
	const page = fs.readFileSync(file, 'utf8');
	const renewed = Object.entries(sections).reduce(
		(text, [name, content]) => withSection(text, name, content),
		page,
	);
	fs.writeFileSync(file, renewed);
	process.stdout.write(`${file} written\n`);
}
