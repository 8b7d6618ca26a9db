/** Normalises case and width of an ID: `ＫＩＭ` and `Kim` become `kim` (rule 169). */
export const foldedId = (userId: string): string => userId.normalize('NFKC').trim().toLowerCase();
