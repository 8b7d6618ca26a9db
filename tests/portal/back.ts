import { act } from '@testing-library/react';

/** The browser's Back. */
export async function goBack(): Promise<void> {
  const arrived = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
  await act(async () => {
    window.history.back();
    await arrived;
  });
}
