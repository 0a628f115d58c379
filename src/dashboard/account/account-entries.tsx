import { useAddress } from "../address/address.ts";
import { useAnswer } from "../api/answer.ts";
import type { Page } from "../api/answers.ts";
import { Entries, type EntriesProps } from "../components/entries.tsx";
import { Pager } from "../components/pager.tsx";
import { accountMenuWords } from "../words/account-menu.ts";
import { readPage, useLastPage } from "./page-number.ts";

interface AccountEntriesProps<Item>
  extends Pick<EntriesProps<Item>, "add" | "nameOf" | "deleteHint" | "entry" | "dialog"> {
  /** The name of the list, in the API and in the address. */
  readonly list: "keys" | "people";
  /** Text of an empty list. */
  readonly none: string;
}

/** Shows a page of the account that lists records, some at a time. */
export function AccountEntries<Item extends { readonly id: number }>({
  list,
  none,
  ...props
}: AccountEntriesProps<Item>) {
  const page = readPage(useAddress().search);
  const path = `/api/v1/${list}`;
  const answer = useAnswer<Page<Item>>(`${path}?per_page=25&page=${page}`);
  const { data, isCurrent, failure, retry } = answer;
  useLastPage(`/account/${list}`, isCurrent ? data?.meta : undefined);
  return (
    <Entries
      {...props}
      title={accountMenuWords[list]}
      isPage
      path={path}
      answer={{ data: data?.data, failure, retry }}
      empty={data?.meta.total === 0 ? none : ""}
    >
      {data && data.meta.last_page > 1 && (
        <Pager meta={data.meta} hrefOf={(number) => `/account/${list}?page=${number}`} />
      )}
    </Entries>
  );
}
