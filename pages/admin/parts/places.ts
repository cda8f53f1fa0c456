/** The addresses of the page's parts. Addresses directly below `/admin` belong to endpoints. */
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

/** The page of one record. */
export function placeOf(list: ListPlace, id: string): string {
	return `${places[list]}/${encodeURIComponent(id)}`;
}

/** The audit log of one record. */
export function actionsOn(id: string): string {
	return `${places.actions}?subject=${encodeURIComponent(id)}`;
}
