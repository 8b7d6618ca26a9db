import { expect, test } from 'vitest';
import { withoutDescriptionsIn } from '#tools/vite/without-descriptions.ts';

const machine = (states: string) => `setup({}).createMachine({ states: { ${states} } });`;

test.each([
  [
    'first, last and only',
    `asking: { description: 'Asks', on: {}, }, done: { description: "Ends" }`,
    'asking: {  on: {}, }, done: {  }',
  ],
  ['in a template', 'asking: { type: "final", description: `Asks\nagain` }', 'asking: { type: "final",  }'],
  ['with a comma and a brace inside', `asking: { description: 'a, b }', on: {} }`, 'asking: {  on: {} }'],
])('a description is removed: %s', (_, states, remaining) => {
  expect(withoutDescriptionsIn(machine(states))).toBe(machine(remaining));
});

test('meta, and a state or a value called description, are not removed', () => {
  const states = `description: { meta: { title: 'description', path: '/first' }, entry: assign({ description: ({ event }) => event.text }) }`;
  expect(withoutDescriptionsIn(machine(states))).toBe(machine(states));
});
