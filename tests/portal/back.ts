import { act } from '@testing-library/react';

/** Presses the browser's Back button. */
export async function goBack(): Promise<void> {
  const navigated = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
  await act(async () => {
    window.history.back();
    await navigated;
  });
}
