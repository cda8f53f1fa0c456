/**
 * Reads JSON (RFC 8259) into a tree, strictly and without recursion; also JSON Lines, of which each
 * line is a document. Numbers keep their spelling, duplicate members are kept, and errors have line
 * and column.
 */
import { Form, Kind, type Names, type Span, type Tree, TreeBuilder, unnamed } from './tree';

/** A syntax error with its place. */
export class SyntaxFault extends Error {
	constructor(
		message: string,
		readonly place: { readonly line: number; readonly column: number },
	) {
		super(message);
	}
}

const quote = 0x22;
const backslash = 0x5c;
const escapeForm = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
/** Values without marks around them. */
const bareForms: ReadonlyArray<readonly [RegExp, Kind]> = [
	[/-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y, Kind.number],
	[/true|false/y, Kind.boolean],
	[/null/y, Kind.null],
];

/** Decodes the content of a JSON string, given without its quotes. */
export function unescaped(text: string): string {
	return JSON.parse(`"${text}"`) as string;
}

/** `isStream`: the values of the text are items of a list, even if there is only one. */
export function readJson(text: string, names: Names, isStream = false): Tree {
	return new JsonReader(text, names).tree(isStream);
}

/** True for JSON Lines: the first line with anything in it is a value, and more follows. */
export function isJsonLines(text: string): boolean {
	const begin = text.search(/\S/);
	const end = text.indexOf('\n', begin);
	if (begin < 0 || end < 0 || text.slice(end).trim() === '') return false;
	try {
		JSON.parse(text.slice(begin, end));
		return true;
	} catch {
		return false;
	}
}

class JsonReader {
	private readonly builder: TreeBuilder;
	private at = 0;
	private line = 1;
	private lineStart = 0;

	constructor(
		private readonly text: string,
		private readonly names: Names,
	) {
		this.builder = new TreeBuilder(names);
	}

	tree(isStream: boolean): Tree {
		this.skipSpace();
		if (this.at === this.text.length) this.fail('there is nothing');
		if (isStream) this.builder.open(Kind.documents, unnamed, this.line);
		const outside = this.builder.current;
		do {
			this.value(unnamed);
			while (this.builder.current !== outside) this.next();
		} while (isStream && this.at < this.text.length);
		if (isStream) this.builder.close();
		if (this.at < this.text.length) this.fail('there is more behind the end');
		return this.builder.finished(this.text);
	}

	/** Reads the next value of the open container, or its end. */
	private next(): void {
		const isObject = this.builder.kindOf(this.builder.current) === Kind.object;
		const isFirst = this.builder.size === this.builder.current + 1;
		if (this.text[this.at] === (isObject ? '}' : ']')) return this.close();
		if (!isFirst) this.comma(isObject);
		this.value(isObject ? this.memberName() : unnamed);
	}

	private comma(isObject: boolean): void {
		if (this.text[this.at] !== ',') this.fail(`a comma or ${isObject ? '}' : ']'} is expected`);
		this.step();
	}

	private memberName(): number {
		if (this.text.charCodeAt(this.at) !== quote) this.fail('a name in double quotes is expected');
		const { start, stop, form } = this.string();
		this.skipSpace();
		if (this.text[this.at] !== ':') this.fail('a colon is expected');
		this.step();
		if (form === Form.plain) return this.names.idOf(this.text, start, stop);
		return this.names.idOf(unescaped(this.text.slice(start, stop)));
	}

	private value(name: number): void {
		switch (this.text[this.at]) {
			case '{':
				this.builder.open(Kind.object, name, this.line);
				return this.step();
			case '[':
				this.builder.open(Kind.array, name, this.line);
				return this.step();
			case '"':
				this.builder.leaf(Kind.string, name, this.line, this.string());
				return this.skipSpace();
			case undefined:
			default:
				return this.bare(name);
		}
	}

	private close(): void {
		this.builder.close();
		this.step();
	}

	/** Skips one character and the white space after it. */
	private step(): void {
		this.at++;
		this.skipSpace();
	}

	private bare(name: number): void {
		const start = this.at;
		const found = bareForms.find(([form]) => {
			form.lastIndex = start;
			return form.test(this.text);
		});
		if (!found) this.fail(start < this.text.length ? 'a value is expected' : 'the file ends early');
		const [{ lastIndex: stop }, kind] = found;
		this.builder.leaf(kind, name, this.line, { start, stop, form: Form.plain });
		this.at = stop;
		this.skipSpace();
	}

	/** Reads a string; the position is then after its closing quote. */
	private string(): Span {
		const start = this.at + 1;
		let form: number = Form.plain;
		for (let at = start; ; at++) {
			const code = this.text.charCodeAt(at);
			if (code === quote) {
				this.at = at + 1;
				return { start, stop: at, form };
			}
			if (code === backslash) {
				form = Form.escaped;
				at = this.escapeEnd(at) - 1;
			} else if (!(code >= 0x20)) {
				this.fail(
					at < this.text.length ? 'a control character in a string' : 'a string has no end',
					at,
				);
			}
		}
	}

	private escapeEnd(at: number): number {
		escapeForm.lastIndex = at;
		if (!escapeForm.test(this.text)) this.fail('an unknown escape in a string', at);
		return escapeForm.lastIndex;
	}

	private skipSpace(): void {
		for (; ; this.at++) {
			const code = this.text.charCodeAt(this.at);
			if (code === 0x0a) {
				this.line++;
				this.lineStart = this.at + 1;
			} else if (code !== 0x20 && code !== 0x0d && code !== 0x09) return;
		}
	}

	private fail(message: string, at = this.at): never {
		throw new SyntaxFault(message, { line: this.line, column: at - this.lineStart + 1 });
	}
}
