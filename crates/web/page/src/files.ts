// Files of the reader: saved to, opened and dropped.

/** The largest file that is read, in bytes: a board takes no more at once. */
export const LONGEST_FILE = 20 * 1024 * 1024;

/** Has the browser save a text, or a picture. */
export function saveFile(name: string, content: string | Blob, type = 'text/plain;charset=utf-8'): void {
  const blob = typeof content === 'string' ? new Blob([content], { type }) : content;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Files that are dropped anywhere on the page. */
export function watchDrops(open: (file: File) => void): void {
  const hasFile = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
  document.addEventListener('dragover', event => {
    if (hasFile(event)) event.preventDefault();
  });
  document.addEventListener('drop', event => {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    for (const dialog of document.querySelectorAll('dialog')) dialog.close();
    open(file);
  });
}
