import { expect } from '@playwright/test';
import type * as v from 'valibot';
import type { faultRequest } from '#lab/faults/schema.ts';

/** A fault as the lab's POST /faults takes it. */
export type FaultRequest = v.InferInput<typeof faultRequest>;

/** Switches a fault on at a lab. */
export async function breakCallAt(lab: string, fault: FaultRequest): Promise<void> {
  const answer = await fetch(`${lab}/faults`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(fault),
  });
  expect(answer.status).toBe(201);
}
