/** Guesses the kind by which a document will be compared, from its type and extension. */
import {
	comparedKinds,
	type ComparedKind,
	type ComparedKindName,
} from '../../api/comparison/kinds';
import type { Model } from '../../api/types';

type File = Model<'KeeperFile'>;

/** The comparison itself looks at the content; this is only a guess. */
const kindsByType: Readonly<Record<File['fileType'], ComparedKindName>> = {
	Text: 'text',
	Json: 'tree',
	Xml: 'tree',
	Pdf: 'pdf',
	Image: 'picture',
	Binary: 'bytes',
};

type Endings = ComparedKind['endings'];

/** Kinds by type of file and extension, such as `Binary docx`. */
const kindsByEnding: ReadonlyMap<string, ComparedKindName> = new Map(
	(Object.entries(comparedKinds) as [ComparedKindName, ComparedKind][]).flatMap(
		([kind, { endings }]) =>
			(Object.entries(endings) as [keyof Endings, readonly string[]][]).flatMap(([type, list]) =>
				list.map((ending) => [`${type} ${ending}`, kind] as const),
			),
	),
);

export function kindOfFile({ fileType, fileName }: Pick<File, 'fileType' | 'fileName'>) {
	const ending = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
	return kindsByEnding.get(`${fileType} ${ending}`) ?? kindsByType[fileType];
}
