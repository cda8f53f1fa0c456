/** Codes that signers enter at their signing links. */

/** What a signer enters, beside having the link. */
export const enteredCodes = ['Mail', 'Given'] as const;
export const signerCodes = ['None', ...enteredCodes] as const;

/** Of a given one, beside spaces, which do not count. */
export const givenCodeLengthMin = 4;
export const givenCodeLengthMax = 40;
