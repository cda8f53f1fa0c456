/**
 * Reads YAML 1.2 into a tree: mappings as objects, sequences as arrays, comments as nodes beside
 * the values. The `yaml` package parses; its result is converted without recursion, and aliases are
 * expanded up to a limit.
 */
import {
	type Document,
	isAlias,
	isCollection,
	isMap,
	isNode,
	isPair,
	isScalar,
	isSeq,
	LineCounter,
	type Node,
	type Pair,
	parseAllDocuments,
	type ParsedNode,
	type Scalar,
	type YAMLMap,
} from 'yaml';
import { SyntaxFault } from './json';
import { Kind, type Names, type Tree, TreeBuilder, unnamed } from './tree';

/** Most values that the aliases of a file may expand to. */
const aliasedMax = 100_000;

export interface YamlFile {
	readonly documents: readonly Document.Parsed[];
	readonly lines: LineCounter;
}

export function parseYaml(text: string): YamlFile {
	const lines = new LineCounter();
	const parsed = parseAllDocuments(text, {
		lineCounter: lines,
		prettyErrors: false,
		logLevel: 'silent',
	});
	const documents: readonly Document.Parsed[] = 'empty' in parsed ? [] : parsed;
	for (const { errors } of documents) {
		const [error] = errors;
		if (!error) continue;
		// The parser recurses and reports a stack overflow as an error of the file.
		if (error.message.includes('call stack')) throw new RangeError(error.message);
		const { line, col: column } = lines.linePos(error.pos[0]);
		throw new SyntaxFault(error.message, { line, column });
	}
	return { documents, lines };
}

/** `isStream`: the documents are items of a list, even if there is only one. */
export function yamlTree(file: YamlFile, names: Names, isStream: boolean): Tree {
	return new YamlLayout(file, names).tree(isStream);
}

/** A value to convert, or the end of a container. */
type Rest =
	| {
			readonly type: 'value';
			readonly value: unknown;
			readonly name: number;
			readonly isAliased: boolean;
	  }
	| { readonly type: 'end' };

class YamlLayout {
	private readonly builder: TreeBuilder;
	private readonly rest: Rest[] = [];
	private line = 1;
	private aliased = 0;
	private anchors = new Map<string, ParsedNode>();

	constructor(
		private readonly file: YamlFile,
		private readonly names: Names,
	) {
		this.builder = new TreeBuilder(names);
	}

	tree(isStream: boolean): Tree {
		if (isStream) this.builder.open(Kind.documents, unnamed, 1);
		for (const document of this.file.documents) this.layDocument(document);
		if (isStream) this.builder.close();
		return this.builder.finished();
	}

	private layDocument(document: Document.Parsed): void {
		this.anchors = new Map();
		this.rest.push({ type: 'value', value: document.contents, name: unnamed, isAliased: false });
		const isHeld = isCollection(document.contents);
		for (let next = this.rest.pop(); next; next = this.rest.pop()) {
			// The document's own comments come last in its container.
			if (next.type === 'end' && this.rest.length === 0 && isHeld) {
				this.addComments(document.commentBefore, document.comment);
			}
			if (next.type === 'end') this.builder.close();
			else this.layValue(next.value, next.name, next.isAliased);
		}
	}

	private layValue(value: unknown, name: number, isAliased: boolean): void {
		if (isAliased) this.countAliased(value);
		if (isAlias(value)) {
			const target = this.anchors.get(value.source);
			if (!target) this.failAt(value, `the alias *${value.source} has no anchor`);
			return this.layValue(target, name, true);
		}
		if (isNode(value)) this.enterNode(value as ParsedNode);
		if (isCollection(value)) this.layCollection(value, name, isAliased);
		else this.layScalar(isScalar(value) ? value : undefined, name);
	}

	private countAliased(value: unknown): void {
		if (++this.aliased <= aliasedMax) return;
		const most = aliasedMax.toLocaleString('en-US');
		this.failAt(value, `its aliases stand for more than ${most} values`);
	}

	private enterNode(node: ParsedNode): void {
		this.line = this.file.lines.linePos(node.range[0]).line;
		if ('anchor' in node && node.anchor !== undefined) this.anchors.set(node.anchor, node);
	}

	private layCollection(
		collection: Node & { readonly items: readonly unknown[] },
		name: number,
		isAliased: boolean,
	): void {
		this.builder.open(isMap(collection) ? Kind.object : Kind.array, name, this.line);
		this.addTag(collection);
		this.addComments(collection.commentBefore, collection.comment);
		this.rest.push({ type: 'end' });
		const merged = isMap(collection) ? this.mergedInto(collection) : [];
		const items: readonly unknown[] = [...collection.items, ...merged];
		for (let at = items.length - 1; at >= 0; at -= 1) {
			const item = items[at];
			if (isPair(item) && this.sourcesOf(item) !== undefined) continue;
			const value = isPair(item) ? item.value : item;
			const name = isPair(item) ? this.keyName(item.key) : unnamed;
			const isTakenOver = at >= collection.items.length;
			this.rest.push({ type: 'value', value, name, isAliased: isAliased || isTakenOver });
		}
		for (const item of collection.items) {
			if (isPair(item) && isNode(item.key))
				this.addComments(item.key.commentBefore, item.key.comment);
			else if (!isPair(item) && isScalar(item)) this.addComments(item.commentBefore, item.comment);
			if (isPair(item) && isScalar(item.value)) {
				this.addComments(item.value.commentBefore, item.value.comment);
			}
		}
	}

	/** What a mapping takes over from others by `<<`, the first before the later ones, and has not itself. */
	private mergedInto(mapping: YAMLMap): readonly Pair[] {
		const sourcesIn = ({ items }: YAMLMap) => items.flatMap((item) => this.sourcesOf(item) ?? []);
		const waiting = sourcesIn(mapping).toReversed();
		if (waiting.length === 0) return [];
		const merged: Pair[] = [];
		const known = new Set(mapping.items.map(({ key }) => this.keyName(key)));
		for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
			this.countAliased(next);
			merged.push(...next.items.filter(({ key }) => !known.has(this.keyName(key))));
			for (const { key } of next.items) known.add(this.keyName(key));
			waiting.push(...sourcesIn(next).toReversed());
		}
		return merged;
	}

	/** The mappings that a pair merges in; undefined if it is another pair. */
	private sourcesOf({ key, value }: Pair): readonly YAMLMap[] | undefined {
		if (!isScalar(key) || key.value !== '<<' || key.type !== 'PLAIN') return undefined;
		const targets = (isSeq(value) ? value.items : [value]).map((one) =>
			isAlias(one) ? this.anchors.get(one.source) : one,
		);
		return targets.every((one) => isMap(one)) ? targets : undefined;
	}

	private keyName(key: unknown): number {
		const text = isScalar(key) && key.value !== null ? String(key.value) : String(key ?? 'null');
		return this.names.idOf(text);
	}

	private layScalar(scalar: Scalar | undefined, name: number): void {
		const value = scalar?.value ?? null;
		const tag = ownTag(scalar?.tag);
		if (tag) return this.addLeaf(Kind.string, name, `${tag} ${String(value)}`);
		if (typeof value === 'number' || typeof value === 'bigint') {
			return this.addLeaf(Kind.number, name, scalar?.source ?? String(value));
		}
		if (typeof value === 'boolean') return this.addLeaf(Kind.boolean, name, String(value));
		return this.addLeaf(value === null ? Kind.null : Kind.string, name, String(value));
	}

	/** A tag with its own meaning, such as `!Ref`. */
	private addTag(node: Node): void {
		const tag = ownTag(node.tag);
		if (tag) this.addLeaf(Kind.instruction, unnamed, tag);
	}

	private addComments(...comments: readonly (string | null | undefined)[]): void {
		for (const line of comments.flatMap((comment) => comment?.split('\n') ?? [])) {
			if (line.trim() !== '') this.addLeaf(Kind.comment, unnamed, line.trim());
		}
	}

	private addLeaf(kind: Kind, name: number, text: string): void {
		this.builder.leafOf(text, kind, name, this.line);
	}

	private failAt(node: unknown, message: string): never {
		const offset = isNode(node) ? (node.range?.[0] ?? 0) : 0;
		const { line, col: column } = this.file.lines.linePos(offset);
		throw new SyntaxFault(message, { line, column });
	}
}

function ownTag(tag: string | undefined): string | undefined {
	return tag === undefined || tag.startsWith('tag:yaml.org,2002:') ? undefined : tag;
}
