/** Names are the vendor's. Storage has a read role and a write role. */
export const roles = [
	'Admin',
	'UserAdmin',
	'Billing',
	'TrackerAdmin',
	'TrackerUser',
	'KeeperAdmin',
	'SealerAdmin',
	'SealerUser',
	'StorageRead',
	'StorageWrite',
] as const;

export type Role = (typeof roles)[number];
