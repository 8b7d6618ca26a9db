import type { Edit, MutationOperator } from './mutant.ts';

/** Matches lines with a key and a text, such as `  "title.qr": "QR code"`. */
const ENTRIES = /^\s*("(?:[^"\\]|\\.)*"):\s*("(?:[^"\\]|\\.)*")/gm;

/** Exchanges the texts of two consecutive keys. */
export const exchangeTexts: MutationOperator = {
  name: 'texts exchanged',
  find: ({ text }) => {
    const entries = [...text.matchAll(ENTRIES)].map((match) => {
      const [entryText, , message = ''] = match;
      const end = match.index + entryText.length;
      return { start: end - message.length, end, message };
    });
    return entries.flatMap((entry, index): Edit[][] => {
      const next = entries[index + 1];
      if (!next || next.message === entry.message) return [];
      return [
        [
          { start: entry.start, end: entry.end, text: next.message },
          { start: next.start, end: next.end, text: entry.message },
        ],
      ];
    });
  },
};
