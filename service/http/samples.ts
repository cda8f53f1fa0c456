/**
 * A sample document and an amended version, so that the shipped workflows need nothing external.
 */
export const sampleAgreement = `SERVICE AGREEMENT

1. Parties
   This agreement is between Northwind Energy ("the Supplier")
   and Harbour Cooperative ("the Customer").

2. Service
   The Supplier delivers renewable energy credits at the end of each month.
   Each credit stands for one megawatt hour.

3. Price
   The Customer pays 42 units of account for each credit.
   Payment is due within 30 days of delivery.

4. Term
   The agreement begins on 1 January 2027 and lasts for one year.
   It is renewed for a further year unless a party ends it in writing.

5. Changes
   A change is valid only when both parties have signed it.
`;

export const sampleAgreementAmended = sampleAgreement
	.replace('The Customer pays 42 units', 'The Customer pays 45 units')
	.replace('lasts for one year.', 'lasts for two years.')
	.replace('is due within 30 days', 'is due within 14 days');
