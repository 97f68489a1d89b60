/** How the database library ends a process that reads a page which makes no sense: by its own checks, or by reading where nothing is. */
export const violentEnds: ReadonlySet<string | null> = new Set(['SIGABRT', 'SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE'])
