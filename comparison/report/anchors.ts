/** Navigation without a script: each difference has an anchor and links to its neighbours. */
import { markup, type Markup } from '../../server/html/markup';

/**
 * The anchor of difference `number` (from 1) of `count`, with links to the previous and next one.
 */
export function changeAnchor(number: number, count: number): Markup {
	const link = (to: number, name: string) =>
		to < 1 || to > count
			? markup`<span class="no-way">${name}</span>`
			: markup`<a href="#change-${to}">${name}<span class="spoken"> difference</span></a>`;
	return markup`<span class="way" id="change-${number}"><span class="number">${number} of ${count}</span> ${link(number - 1, 'previous')} ${link(number + 1, 'next')}</span>`;
}
