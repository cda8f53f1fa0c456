/** The one escaping rule for text that goes into HTML, in elements and in quoted attributes. */
const entities: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

export function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (mark) => entities[mark] ?? mark);
}
