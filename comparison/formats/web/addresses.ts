/**
 * What a person means by an address in a page: not the parts that a server makes anew at each visit or
 * each release. A name says what a part of the query is; where other things have the name as well, its
 * value has to look made by a program. A part of any other name counts, however its value looks: it may
 * be the number of a product. So do the path, and the hash of its content in the name of a picture.
 */

/** A value that a program made: letters and digits mixed, or long. */
const made = '(?=\\D*\\d)(?=[^a-z]*[a-z])[\\da-z]{6,}|\\d{10,}|(?=\\D*\\d)[\\w.%+/=~-]{24,}';

const ofOneVisit = new RegExp(
	`^(?:${[
		'(?:php|asp|j)sess(?:ion)?id\\w*=.*',
		'[\\w-]*(?:csrf|xsrf)[\\w-]*=.*|(?:authenticity_token|_wpnonce|form_key|cfid|cftoken)=.*',
		'(?:utm_\\w+|_g[al]|[gdy]clid|fbclid|msclkid|[gw]braid|mc_[ce]id|x-(?:amz|goog)-[\\w-]+)=.*',
		'(?:cache[-_]?bust(?:er)?|no[-_]?cache|cb|rnd|rand|random)=.*',
		`(?:sid|sess(?:ion)?[-_]?(?:id|key|token)|token|nonce)=(?:${made})`,
		'(?:_|t|ts|time|timestamp|expires)=\\d{10,}',
		'(?:sig|signature|policy)=(?=\\D*\\d).{40,}',
	].join('|')})$`,
	'i',
);

/** The release of a file that a page loads; `watch?v=4` is another film. */
const ofOneRelease =
	/^(?:(?:v|ver|version|rev|build|hash|mtime)=.*|v?\d+(?:\.\d+)*|(?=\D*\d)[\da-f]{6,})$/i;
const loaded = /\.(?:m?js|css|map|woff2?|ttf|png|jpe?g|gif|webp|avif|svg|ico|mp4|webm)$/i;

/** An address, or several with white space between, without what is of one visit or one release. */
export function meantAddress(address: string): string {
	if (/^\s*(?:data|javascript|mailto):/i.test(address)) return address;
	return address.replace(/\S+/g, (each) => {
		const [, start = '', query = '', fragment = ''] =
			/^([^?#]*)(?:\?([^#]*))?(#.*)?$/.exec(each) ?? [];
		const path = start.replace(/;jsessionid=[^;/]*/i, '');
		const meant = query
			.split('&')
			.filter((part) => !ofOneVisit.test(part) && !(loaded.test(path) && ofOneRelease.test(part)))
			.join('&');
		return `${path}${meant === '' ? '' : `?${meant}`}${fragment}`;
	});
}
