interface File {
  file: string;
  bytes: number;
}
export const ROOT: string;
export const engineFolder: string;
export function engineFiles(): { program: File; network: File };
export function engine(): Promise<void>;
