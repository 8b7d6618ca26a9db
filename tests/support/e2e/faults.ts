import { expect } from '@playwright/test';
import type * as v from 'valibot';
import type { faultRequest } from '#lab/faults/schema.ts';

/** The body of the lab's call `POST /faults`. */
export type FaultRequest = v.InferInput<typeof faultRequest>;

/** Turns on a fault at a lab. */
export async function breakCallAt(lab: string, fault: FaultRequest): Promise<void> {
  const response = await fetch(`${lab}/faults`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(fault),
  });
  expect(response.status).toBe(201);
}
