import type { Parameter } from '../../../src/query/parameters.ts'
import type { Column } from '../../../src/records/columns.ts'

/** Text of the tables marks code with backticks. */
const Prose = ({ text }: { readonly text: string }) => (
  <>{text.split('`').map((part, index) => (index % 2 === 1 ? <code key={`${index}${part}`}>{part}</code> : part))}</>
)

export const ParameterTable = ({ parameters }: { readonly parameters: readonly (readonly [string, Parameter])[] }) => (
  <div class="wide-scroll" tabIndex={0} role="region" aria-label="Parameters">
    <table class="plain">
      <thead>
        <tr>
          <th scope="col">Parameter</th>
          <th scope="col">Type</th>
          <th scope="col">Default</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        {parameters.map(([name, { type, values, default: otherwise, meaning, origin }]) => (
          <tr key={name}>
            <td>
              <code>{name}</code>
            </td>
            <td>{values === undefined ? type : values.join(' | ')}</td>
            <td>{otherwise}</td>
            <td>
              <Prose text={meaning} />
              {origin === 'addition' && <span class="mark">only here</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

export const ColumnTable = ({ columns, extended }: { readonly columns: readonly Column[]; readonly extended: readonly Column[] }) => (
  <div class="wide-scroll" tabIndex={0} role="region" aria-label="Fields">
    <table class="plain">
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Content</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        {[...columns, ...extended].map(({ name, kind, meaning }, index) => (
          <tr key={name}>
            <td>
              <code>{name}</code>
            </td>
            <td>{kind}</td>
            <td>
              <Prose text={meaning} /> {index >= columns.length && <span class="mark">fields=extended</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
