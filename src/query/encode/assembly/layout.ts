/**
 * Where everything stands in the encoder's memory. The memory never grows: Buffers of answers under way look into it.
 * The host reads these figures from the module's exports and never repeats them.
 */

/** What `encode` left for the host: [0] where the output ends, [1] why it stopped, [2] the contract whose name is missing. */
export const CELLS: u32 = 1024
/** Twenty bytes of a contract to be added. */
export const KEY: u32 = 1040
/** Four odd random 64-bit numbers: whoever picks addresses cannot aim for one place of the hash table. */
export const SEEDS: u32 = 1072

/** Texts between values, each in a cell of its own; their lengths. */
export const JOINTS: u32 = 1152
export const JOINT_BYTES: u32 = 48
export const JOINT_LENGTHS: u32 = JOINTS + 32 * JOINT_BYTES

/** Powers of 2^32 in base 10^8, twelve u32 a row, eight rows. */
export const POWERS: u32 = JOINT_LENGTHS + 32
/** Room to line up a 256-bit number and its digits. */
export const WIDE: u32 = POWERS + 8 * 48

/** Where each transaction and row of the row set at hand begins. */
export const TRANSACTION_PLACES: u32 = WIDE + 128
export const ROW_PLACES: u32 = TRANSACTION_PLACES + 256 * 4

/** The four digits of each number below 10^4. */
export const FOUR_DIGITS: u32 = 8192

/** Function names by selector: an open hash table of 16-byte entries (u32 selector · u32 used · u32 text · u32 length), half full at most. */
export const FUNCTIONS: u32 = FOUR_DIGITS + 40_960
export const FUNCTION_ENTRIES: u32 = 8192
export const FUNCTIONS_MAX: u32 = FUNCTION_ENTRIES / 2
export const FUNCTION_TEXTS: u32 = FUNCTIONS + FUNCTION_ENTRIES * 16
export const FUNCTION_TEXT_BYTES: u32 = 1024 * 1024

/** Token texts by chain and contract: an open hash table of 32-byte entries (20 contract · u32 chain + 1, 0 where free · u32 text · u32 length). */
export const TOKENS: u32 = FUNCTION_TEXTS + FUNCTION_TEXT_BYTES
export const TOKEN_ENTRIES: u32 = 8192
export const TOKENS_MAX: u32 = TOKEN_ENTRIES / 2
export const TOKEN_TEXTS: u32 = TOKENS + TOKEN_ENTRIES * 32
export const TOKEN_TEXT_BYTES: u32 = 1024 * 1024

/** One row set that found no place in the staging areas. The largest possible one has about 22 kB. */
export const SPARE_ROWSET: u32 = TOKEN_TEXTS + TOKEN_TEXT_BYTES
export const SPARE_ROWSET_BYTES: u32 = 64 * 1024

/** Row sets of pages that are being read, one area a page. */
export const STAGES: u32 = SPARE_ROWSET + SPARE_ROWSET_BYTES
export const STAGE_COUNT: u32 = 16
export const STAGE_BYTES: u32 = 128 * 1024

/** Answers: each is one body from the moment it is written until it was sent. A 100-row page is 72 kB. The last slot is only ever copied from. */
export const SLOTS: u32 = STAGES + STAGE_COUNT * STAGE_BYTES
export const SLOT_COUNT: u32 = 65
export const SLOT_BYTES: u32 = 128 * 1024

/** Wide loads and stores may reach this far past what they are about. */
export const SLACK: u32 = 128
export const MEMORY_END: u32 = SLOTS + SLOT_COUNT * SLOT_BYTES + SLACK
