/** Settings of events, the same for both programs. */
export const eventSettings = {
	eventsKeptDays: {
		variable: 'EVENTS_KEPT_DAYS',
		type: 'integer',
		minimum: 4,
		maximum: 3_650,
		default: 30,
		meaning: 'days for which events and what became of their deliveries are kept',
	},
	webhookNetworks: {
		variable: 'WEBHOOK_NETWORKS',
		type: 'string',
		networks: true,
		rule: 'must be addresses or networks such as 10.0.0.0/8, separated by commas',
		otherwise: 'none',
		meaning:
			'private networks that events may be sent to, over plain HTTP too, beside the public internet over HTTPS and this machine by its own name',
	},
} as const;
