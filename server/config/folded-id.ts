/** An ID without regard to case and width: `ＫＩＭ` and `Kim` are `kim` (decision 169). */
export const foldedId = (userId: string): string => userId.normalize('NFKC').trim().toLowerCase();
