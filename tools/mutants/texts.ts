import type { Edit, Operator } from './mutant.ts';

const ENTRY = /^\s*("(?:[^"\\]|\\.)*"):\s*("(?:[^"\\]|\\.)*")/gm;

/** Swaps a text with the one of the next key. */
export const exchangedTexts: Operator = {
  name: 'texts exchanged',
  find: ({ text }) => {
    const entries = [...text.matchAll(ENTRY)].map((match) => {
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
