/** Where links of a document lead, in one form whatever program wrote them. */
import { fullAddress } from '../../core/address';

/** The address of a target and a place in it; programs make names that begin with `_` anew. */
export function addressOf(target = '', anchor = ''): string {
	const [place = '', ...rest] = target.split('#');
	const at = rest.length > 0 ? rest.join('#') : anchor;
	if (place === '') return at === '' || at.startsWith('_') ? '' : `#${at}`;
	return at === '' ? place : `${place}#${at}`;
}

/** Such as `link to https://example.org/`; empty for no address. */
export function linkWords(address = ''): string {
	if (address === '') return '';
	return `link to ${fullAddress(address)}`;
}
