/** The roles a user can have. Names are the vendor's; storage has a reading and a writing one. */
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
