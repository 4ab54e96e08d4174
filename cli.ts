/** Runs one command line; resolves to the exit code (0 ok, 1 problems, 2 usage). */
export async function main(argv: readonly string[]): Promise<number> {
  console.error(`docent: no such command: ${argv[2] ?? ''}`);
  return 2;
}
