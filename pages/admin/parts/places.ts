/** The addresses of the page's parts. Below `/admin` itself are endpoints, which may not be hidden by it. */
const base = '/admin/console';

export const places = {
	overview: base,
	markets: `${base}/markets`,
	assets: `${base}/assets`,
	accounts: `${base}/accounts`,
	keys: `${base}/keys`,
	transfers: `${base}/transfers`,
	commissions: `${base}/commissions`,
	comparisons: `${base}/comparisons`,
	alarms: `${base}/alarms`,
	actions: `${base}/actions`,
} as const;

export type ListPlace = Exclude<keyof typeof places, 'overview'>;

/** One thing of a list. */
export function placeOf(list: ListPlace, id: string): string {
	return `${places[list]}/${encodeURIComponent(id)}`;
}

/** What administrators did to one thing. */
export function actionsOn(id: string): string {
	return `${places.actions}?subject=${encodeURIComponent(id)}`;
}
