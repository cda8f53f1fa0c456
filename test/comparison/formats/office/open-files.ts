/** ODT files for tests, from short XML. */
import { strToU8, zipSync } from 'fflate';

const address = 'urn:oasis:names:tc:opendocument:xmlns';
const prefixes = ['office', 'text', 'table', 'style', 'manifest', 'form'];
const names = [
	...prefixes.map((prefix) => `xmlns:${prefix}="${address}:${prefix}:1.0"`),
	`xmlns:draw="${address}:drawing:1.0"`,
	`xmlns:fo="${address}:xsl-fo-compatible:1.0"`,
	`xmlns:svg="${address}:svg-compatible:1.0"`,
	'xmlns:field="urn:openoffice:names:experimental:ooo-ms-interop:xmlns:field:1.0"',
	'xmlns:xlink="http://www.w3.org/1999/xlink"',
	'xmlns:dc="http://purl.org/dc/elements/1.1/"',
].join(' ');

export interface OpenParts {
	readonly body: string;
	readonly automaticStyles?: string;
	readonly styles?: string;
	/** Elements `style:header` and `style:footer`. */
	readonly page?: string;
	/** Properties of the layout of the page. */
	readonly pageLayout?: string;
	readonly others?: Readonly<Record<string, Uint8Array>>;
	readonly manifest?: string;
}

export function openFile(parts: OpenParts): Uint8Array {
	const {
		body,
		automaticStyles = '',
		styles = '',
		page = '',
		manifest = '',
		others = {},
		pageLayout = '',
	} = parts;
	return zipSync({
		mimetype: [strToU8('application/vnd.oasis.opendocument.text'), { level: 0 }],
		'content.xml': strToU8(
			`<office:document-content ${names}><office:automatic-styles>${automaticStyles}</office:automatic-styles><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
		),
		'styles.xml': strToU8(
			`<office:document-styles ${names}><office:styles>${styles}</office:styles><office:automatic-styles><style:page-layout style:name="pm1"><style:page-layout-properties ${pageLayout}/></style:page-layout></office:automatic-styles><office:master-styles><style:master-page style:name="Standard" style:page-layout-name="pm1">${page}</style:master-page></office:master-styles></office:document-styles>`,
		),
		'META-INF/manifest.xml': strToU8(`<manifest:manifest ${names}>${manifest}</manifest:manifest>`),
		...others,
	});
}
