/** Finding one's way through a report without a script: each difference has an anchor and links to its neighbours. */
import { markup, type Markup } from '../../html/markup';

/** The anchor of difference `number` (from 1) of `count`, with links to the one before and the one after. */
export function changeAnchor(number: number, count: number): Markup {
	const link = (to: number, sign: string, name: string) =>
		to < 1 || to > count
			? markup`<span class="no-way" aria-hidden="true">${sign}</span>`
			: markup`<a href="#change-${to}" aria-label="${name} difference">${sign}</a>`;
	return markup`<span class="way" id="change-${number}"><span class="number">${number} of ${count}</span> ${link(number - 1, '↑', 'Previous')} ${link(number + 1, '↓', 'Next')}</span>`;
}
