SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public.accounts (
    id text NOT NULL,
    name text NOT NULL,
    created_at bigint NOT NULL,
    email text,
    payouts text DEFAULT 'AUTOMATIC'::text NOT NULL
);
CREATE TABLE public.alarms (
    id text NOT NULL,
    kind text NOT NULL,
    message text NOT NULL,
    raised_at bigint NOT NULL,
    cleared_at bigint
);
CREATE TABLE public.api_keys (
    id text NOT NULL,
    key_hash text NOT NULL,
    account_id text,
    label text NOT NULL,
    created_at bigint NOT NULL,
    revoked_at bigint
);
CREATE TABLE public.asset_links (
    asset text NOT NULL,
    tracker_asset_id text NOT NULL,
    unit bigint NOT NULL,
    CONSTRAINT asset_links_unit_check CHECK ((unit > 0))
);
CREATE TABLE public.assets (
    code text NOT NULL,
    decimals bigint NOT NULL,
    CONSTRAINT assets_decimals_check CHECK (((decimals >= 0) AND (decimals <= 18)))
);
CREATE TABLE public.balances (
    account_id text NOT NULL,
    asset text NOT NULL,
    available bigint NOT NULL,
    held bigint NOT NULL,
    CONSTRAINT balances_never_negative CHECK (((held >= 0) AND ((available >= 0) OR (account_id = 'external'::text))))
);
CREATE TABLE public.batches (
    market text NOT NULL,
    first_sequence bigint NOT NULL,
    last_sequence bigint NOT NULL,
    epoch bigint NOT NULL,
    reports text NOT NULL,
    levels text NOT NULL,
    committed_at bigint NOT NULL
);
CREATE TABLE public.candles (
    market text NOT NULL,
    opened_at bigint NOT NULL,
    open_ticks bigint NOT NULL,
    high_ticks bigint NOT NULL,
    low_ticks bigint NOT NULL,
    close_ticks bigint NOT NULL,
    volume_lots text NOT NULL,
    quote_volume text NOT NULL,
    trades bigint NOT NULL
);
CREATE TABLE public.commands (
    market text NOT NULL,
    sequence bigint NOT NULL,
    body text NOT NULL,
    accepted_at bigint NOT NULL
);
CREATE TABLE public.deposits (
    sequence bigint NOT NULL,
    account_id text NOT NULL,
    asset text NOT NULL,
    amount bigint NOT NULL,
    reference text NOT NULL,
    created_at bigint NOT NULL,
    CONSTRAINT deposits_amount_check CHECK ((amount > 0))
);
CREATE TABLE public.due_cursors (
    market text NOT NULL,
    sequence bigint NOT NULL
);
CREATE TABLE public.dues (
    account_id text NOT NULL,
    asset text NOT NULL,
    amount bigint NOT NULL,
    CONSTRAINT dues_amount_check CHECK ((amount >= 0))
);
CREATE TABLE public.intent_steps (
    intent_id text NOT NULL,
    version bigint NOT NULL,
    state text NOT NULL,
    note text,
    at bigint NOT NULL
);
CREATE TABLE public.intents (
    id text NOT NULL,
    number bigint NOT NULL,
    kind text NOT NULL,
    account_id text NOT NULL,
    asset text NOT NULL,
    units bigint NOT NULL,
    amount bigint NOT NULL,
    reference text NOT NULL,
    window_number bigint,
    trader_email text,
    lane text NOT NULL,
    exclusive_lane text,
    state text NOT NULL,
    leg text NOT NULL,
    attempt bigint NOT NULL,
    transit_email text,
    sent_at bigint,
    first_doubt_at bigint,
    last_doubt_at bigint,
    units_before text,
    transaction_id text,
    reason text,
    due_at bigint NOT NULL,
    version bigint NOT NULL,
    created_at bigint NOT NULL,
    ended_at bigint,
    CONSTRAINT intents_amount_check CHECK ((amount > 0)),
    CONSTRAINT intents_units_check CHECK ((units > 0))
);
CREATE TABLE public.kysely_migration (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);
CREATE TABLE public.kysely_migration_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.lanes (
    market text NOT NULL,
    epoch bigint NOT NULL,
    cursor bigint NOT NULL
);
CREATE TABLE public.levels (
    market text NOT NULL,
    side text NOT NULL,
    price_ticks bigint NOT NULL,
    quantity_lots bigint NOT NULL
);
CREATE TABLE public.logs (
    market text NOT NULL,
    last_sequence bigint NOT NULL,
    last_time bigint NOT NULL
);
CREATE TABLE public.markets (
    symbol text NOT NULL,
    base_asset text NOT NULL,
    quote_asset text NOT NULL,
    tick_size text NOT NULL,
    step_size text NOT NULL,
    max_price text NOT NULL,
    min_qty text NOT NULL,
    max_qty text NOT NULL,
    min_notional text NOT NULL,
    maker_fee_bps bigint NOT NULL,
    taker_fee_bps bigint NOT NULL,
    status text NOT NULL,
    created_at bigint NOT NULL,
    CONSTRAINT markets_two_assets CHECK ((base_asset <> quote_asset))
);
CREATE TABLE public.order_states (
    market text NOT NULL,
    order_id bigint NOT NULL,
    account_id text NOT NULL,
    status text NOT NULL,
    reason text,
    quantity_lots bigint NOT NULL,
    executed_lots bigint NOT NULL,
    leaves_lots bigint NOT NULL,
    executed_quote bigint NOT NULL,
    commission bigint NOT NULL,
    held bigint NOT NULL,
    expire_time bigint NOT NULL,
    updated_at bigint NOT NULL,
    CONSTRAINT order_states_held_check CHECK ((held >= 0))
);
CREATE TABLE public.orders (
    market text NOT NULL,
    order_id bigint NOT NULL,
    account_id text NOT NULL,
    client_order_id text NOT NULL,
    request text NOT NULL,
    created_at bigint NOT NULL
);
CREATE TABLE public.payout_windows (
    number bigint NOT NULL,
    closed_at bigint NOT NULL,
    trades bigint NOT NULL,
    credits bigint NOT NULL,
    payouts bigint NOT NULL
);
CREATE TABLE public.postings (
    journal text NOT NULL,
    sequence bigint NOT NULL,
    "position" bigint NOT NULL,
    kind text NOT NULL,
    asset text NOT NULL,
    amount bigint NOT NULL,
    from_account text NOT NULL,
    to_account text NOT NULL,
    order_id bigint,
    CONSTRAINT postings_amount_check CHECK ((amount > 0))
);
CREATE TABLE public.reserves (
    id bigint NOT NULL,
    root text NOT NULL,
    published text NOT NULL,
    leaves text NOT NULL
);
CREATE TABLE public.sealed_keys (
    intent_id text NOT NULL,
    sealed text NOT NULL
);
CREATE TABLE public.settlement_state (
    id bigint NOT NULL,
    last_number bigint NOT NULL,
    last_window bigint NOT NULL,
    window_opened_at bigint NOT NULL,
    payouts_stopped text,
    escrow_email text
);
CREATE TABLE public.snapshots (
    market text NOT NULL,
    sequence bigint NOT NULL,
    fingerprint text NOT NULL,
    body text NOT NULL,
    taken_at bigint NOT NULL
);
CREATE TABLE public.trades (
    market text NOT NULL,
    trade_id bigint NOT NULL,
    sequence bigint NOT NULL,
    price_ticks bigint NOT NULL,
    quantity_lots bigint NOT NULL,
    quote_amount bigint NOT NULL,
    taker_side text NOT NULL,
    taker_order_id bigint NOT NULL,
    taker_account_id text NOT NULL,
    taker_commission bigint NOT NULL,
    maker_order_id bigint NOT NULL,
    maker_account_id text NOT NULL,
    maker_commission bigint NOT NULL,
    traded_at bigint NOT NULL
);
CREATE TABLE public.transit_accounts (
    email text NOT NULL,
    state text NOT NULL,
    intent_id text,
    rest_until bigint NOT NULL
);
INSERT INTO public.accounts VALUES ('01a1f640bc00458aa199c7d0', 'anna', 1795132800000, 'anna@test', 'AUTOMATIC');
INSERT INTO public.accounts VALUES ('01a1f640bc00e54b717b030e', 'ben', 1795132800000, 'ben@test', 'AUTOMATIC');
INSERT INTO public.alarms VALUES ('id-7', 'INTENT', 'PAYOUT id-6 is held for review: User_NotFound: no', 1795132922000, NULL);
INSERT INTO public.alarms VALUES ('id-9', 'INTENT', 'PAYOUT id-8 is held for review: User_NotFound: no', 1795132922000, NULL);
INSERT INTO public.alarms VALUES ('id-13', 'KEY', 'payouts are stopped, for the tracker refuses the key of escrow@house.test: Auth_KeyInvalid: no', 1795132922000, NULL);
INSERT INTO public.api_keys VALUES ('01a1f640bc008342e1cdce9c', 'e64a54bff4dbd2eba58aee52d67e96e53a74d2bf00330a474ee598c4d4d63d07', '01a1f640bc00458aa199c7d0', 'own', 1795132800000, NULL);
INSERT INTO public.api_keys VALUES ('01a1f640bc001141bd04e9b9', 'b55a948bae25f7c1a1371e29207e81ce947d5dda0e61305802a38dcd45761e1e', '01a1f640bc00e54b717b030e', 'own', 1795132800000, NULL);
INSERT INTO public.asset_links VALUES ('EUR', 'asset-eur', 1);
INSERT INTO public.assets VALUES ('EUR', 0);
INSERT INTO public.assets VALUES ('CREDIT', 0);
INSERT INTO public.balances VALUES ('external', 'CREDIT', -600, 0);
INSERT INTO public.balances VALUES ('fees', 'CREDIT', 0, 0);
INSERT INTO public.balances VALUES ('01a1f640bc00458aa199c7d0', 'CREDIT', 110, 0);
INSERT INTO public.balances VALUES ('fees', 'EUR', 3, 0);
INSERT INTO public.balances VALUES ('external', 'EUR', -453, 0);
INSERT INTO public.balances VALUES ('01a1f640bc00e54b717b030e', 'EUR', 284, 0);
INSERT INTO public.balances VALUES ('01a1f640bc00458aa199c7d0', 'EUR', 33, 99);
INSERT INTO public.balances VALUES ('payouts', 'EUR', 34, 0);
INSERT INTO public.balances VALUES ('01a1f640bc00e54b717b030e', 'CREDIT', 420, 70);
INSERT INTO public.batches VALUES ('CREDIT-EUR', 1, 2, 1, '[{"sequence":1,"index":0,"time":1795132801000,"accountId":"01a1f640bc00e54b717b030e","orderId":1,"clientOrderId":"sale-1","execType":"NEW","status":"NEW","side":"SELL","priceTicks":12,"quantityLots":20,"executedLots":0,"leavesLots":20,"executedQuote":"0"},{"sequence":2,"index":0,"time":1795132801000,"accountId":"01a1f640bc00458aa199c7d0","orderId":2,"clientOrderId":"purchase-1","execType":"NEW","status":"NEW","side":"BUY","priceTicks":12,"quantityLots":8,"executedLots":0,"leavesLots":8,"executedQuote":"0"},{"sequence":2,"index":1,"time":1795132801000,"accountId":"01a1f640bc00458aa199c7d0","orderId":2,"clientOrderId":"purchase-1","execType":"TRADE","status":"FILLED","side":"BUY","priceTicks":12,"quantityLots":8,"executedLots":8,"leavesLots":0,"executedQuote":"96","fill":{"tradeId":1,"priceTicks":12,"quantityLots":8,"quoteAmount":"96","commission":"1","isMaker":false}},{"sequence":2,"index":2,"time":1795132801000,"accountId":"01a1f640bc00e54b717b030e","orderId":1,"clientOrderId":"sale-1","execType":"TRADE","status":"PARTIALLY_FILLED","side":"SELL","priceTicks":12,"quantityLots":20,"executedLots":8,"leavesLots":12,"executedQuote":"96","fill":{"tradeId":1,"priceTicks":12,"quantityLots":8,"quoteAmount":"96","commission":"1","isMaker":true}}]', '[["SELL",12,12],["BUY",12,0]]', 1795132801000);
INSERT INTO public.batches VALUES ('CREDIT-EUR', 3, 8, 1, '[{"sequence":3,"index":0,"time":1795132861000,"accountId":"01a1f640bc00458aa199c7d0","orderId":3,"clientOrderId":"purchase-2","execType":"NEW","status":"NEW","side":"BUY","priceTicks":10,"quantityLots":5,"executedLots":0,"leavesLots":5,"executedQuote":"0"},{"sequence":4,"index":0,"time":1795132861000,"accountId":"01a1f640bc00e54b717b030e","orderId":4,"clientOrderId":"sale-2","execType":"NEW","status":"NEW","side":"SELL","priceTicks":15,"quantityLots":50,"executedLots":0,"leavesLots":50,"executedQuote":"0"},{"sequence":5,"index":0,"time":1795132861000,"accountId":"01a1f640bc00458aa199c7d0","orderId":5,"clientOrderId":"stop-1","execType":"NEW","status":"NEW","side":"BUY","priceTicks":14,"quantityLots":3,"executedLots":0,"leavesLots":3,"executedQuote":"0"},{"sequence":6,"index":0,"time":1795132861000,"accountId":"01a1f640bc00458aa199c7d0","orderId":6,"clientOrderId":"market-1","execType":"NEW","status":"NEW","side":"BUY","priceTicks":0,"quantityLots":0,"executedLots":0,"leavesLots":0,"executedQuote":"0"},{"sequence":6,"index":1,"time":1795132861000,"accountId":"01a1f640bc00458aa199c7d0","orderId":6,"clientOrderId":"market-1","execType":"TRADE","status":"PARTIALLY_FILLED","side":"BUY","priceTicks":0,"quantityLots":0,"executedLots":2,"leavesLots":0,"executedQuote":"24","fill":{"tradeId":2,"priceTicks":12,"quantityLots":2,"quoteAmount":"24","commission":"1","isMaker":false}},{"sequence":6,"index":2,"time":1795132861000,"accountId":"01a1f640bc00e54b717b030e","orderId":1,"clientOrderId":"sale-1","execType":"TRADE","status":"PARTIALLY_FILLED","side":"SELL","priceTicks":12,"quantityLots":20,"executedLots":10,"leavesLots":10,"executedQuote":"120","fill":{"tradeId":2,"priceTicks":12,"quantityLots":2,"quoteAmount":"24","commission":"0","isMaker":true}},{"sequence":6,"index":3,"time":1795132861000,"accountId":"01a1f640bc00458aa199c7d0","orderId":6,"clientOrderId":"market-1","execType":"EXPIRED","status":"EXPIRED","side":"BUY","priceTicks":0,"quantityLots":0,"executedLots":2,"leavesLots":0,"executedQuote":"24","reason":"IMMEDIATE_REST"},{"sequence":7,"index":0,"time":1795132861000,"accountId":"01a1f640bc00e54b717b030e","orderId":7,"clientOrderId":"CREDIT-EUR.7","execType":"NEW","status":"NEW","side":"SELL","priceTicks":20,"quantityLots":5,"executedLots":0,"leavesLots":5,"executedQuote":"0"},{"sequence":8,"index":0,"time":1795132861000,"accountId":"01a1f640bc00458aa199c7d0","orderId":8,"clientOrderId":"CREDIT-EUR.8","execType":"NEW","status":"NEW","side":"BUY","priceTicks":13,"quantityLots":40,"executedLots":0,"leavesLots":40,"executedQuote":"0"},{"sequence":8,"index":1,"time":1795132861000,"accountId":"01a1f640bc00458aa199c7d0","orderId":8,"clientOrderId":"CREDIT-EUR.8","execType":"EXPIRED","status":"EXPIRED","side":"BUY","priceTicks":13,"quantityLots":40,"executedLots":0,"leavesLots":0,"executedQuote":"0","reason":"FILL_OR_KILL"}]', '[["BUY",10,5],["SELL",15,10],["BUY",14,0],["SELL",12,10],["SELL",20,5],["BUY",13,0]]', 1795132861000);
INSERT INTO public.batches VALUES ('CREDIT-EUR', 9, 11, 1, '[{"sequence":9,"index":0,"time":1795132861000,"accountId":"01a1f640bc00e54b717b030e","orderId":7,"clientOrderId":"CREDIT-EUR.7","execType":"CANCELED","status":"CANCELED","side":"SELL","priceTicks":20,"quantityLots":5,"executedLots":0,"leavesLots":0,"executedQuote":"0","reason":"REQUESTED"},{"sequence":10,"index":0,"time":1795132861000,"accountId":"01a1f640bc00458aa199c7d0","orderId":3,"clientOrderId":"purchase-2","execType":"CANCELED","status":"CANCELED","side":"BUY","priceTicks":10,"quantityLots":5,"executedLots":0,"leavesLots":0,"executedQuote":"0","reason":"REPLACED"},{"sequence":10,"index":1,"time":1795132861000,"accountId":"01a1f640bc00458aa199c7d0","orderId":10,"clientOrderId":"purchase-3","execType":"NEW","status":"NEW","side":"BUY","priceTicks":11,"quantityLots":5,"executedLots":0,"leavesLots":5,"executedQuote":"0"},{"sequence":11,"index":0,"time":1795132861000,"accountId":"01a1f640bc00e54b717b030e","orderId":11,"clientOrderId":"sale-3","execType":"NEW","status":"NEW","side":"SELL","priceTicks":13,"quantityLots":6,"executedLots":0,"leavesLots":6,"executedQuote":"0"}]', '[["SELL",20,0],["BUY",10,0],["BUY",11,5],["SELL",13,6]]', 1795132861000);
INSERT INTO public.candles VALUES ('CREDIT-EUR', 1795132800000, 12, 12, 12, 12, '8', '96', 1);
INSERT INTO public.candles VALUES ('CREDIT-EUR', 1795132860000, 12, 12, 12, 12, '2', '24', 1);
INSERT INTO public.commands VALUES ('CREDIT-EUR', 1, '{"kind":"PLACE","side":"SELL","type":"LIMIT","priceTicks":12,"quantityLots":20,"orderId":1,"accountId":"01a1f640bc00e54b717b030e","clientOrderId":"sale-1","hold":"20"}', 1795132801000);
INSERT INTO public.commands VALUES ('CREDIT-EUR', 2, '{"kind":"PLACE","side":"BUY","type":"LIMIT","priceTicks":12,"quantityLots":8,"orderId":2,"accountId":"01a1f640bc00458aa199c7d0","clientOrderId":"purchase-1","hold":"97"}', 1795132801000);
INSERT INTO public.commands VALUES ('CREDIT-EUR', 3, '{"kind":"PLACE","side":"BUY","type":"LIMIT","timeInForce":"GTD","priceTicks":10,"quantityLots":5,"expireTime":1795219261000,"orderId":3,"accountId":"01a1f640bc00458aa199c7d0","clientOrderId":"purchase-2","hold":"51"}', 1795132861000);
INSERT INTO public.commands VALUES ('CREDIT-EUR', 4, '{"kind":"PLACE","side":"SELL","type":"LIMIT","priceTicks":15,"quantityLots":50,"icebergQtyLots":10,"orderId":4,"accountId":"01a1f640bc00e54b717b030e","clientOrderId":"sale-2","hold":"50"}', 1795132861000);
INSERT INTO public.commands VALUES ('CREDIT-EUR', 5, '{"kind":"PLACE","side":"BUY","type":"STOP_LOSS_LIMIT","priceTicks":14,"stopPriceTicks":14,"quantityLots":3,"orderId":5,"accountId":"01a1f640bc00458aa199c7d0","clientOrderId":"stop-1","hold":"43"}', 1795132861000);
INSERT INTO public.commands VALUES ('CREDIT-EUR', 6, '{"kind":"PLACE","side":"BUY","type":"MARKET","quoteOrderQty":"30","orderId":6,"accountId":"01a1f640bc00458aa199c7d0","clientOrderId":"market-1","hold":"31"}', 1795132861000);
INSERT INTO public.commands VALUES ('CREDIT-EUR', 7, '{"kind":"PLACE","side":"SELL","type":"LIMIT","priceTicks":20,"quantityLots":5,"orderId":7,"accountId":"01a1f640bc00e54b717b030e","clientOrderId":"CREDIT-EUR.7","hold":"5"}', 1795132861000);
INSERT INTO public.commands VALUES ('CREDIT-EUR', 8, '{"kind":"PLACE","side":"BUY","type":"LIMIT","timeInForce":"FOK","priceTicks":13,"quantityLots":40,"orderId":8,"accountId":"01a1f640bc00458aa199c7d0","clientOrderId":"CREDIT-EUR.8","hold":"522"}', 1795132861000);
INSERT INTO public.commands VALUES ('CREDIT-EUR', 9, '{"kind":"CANCEL","accountId":"01a1f640bc00e54b717b030e","orderId":7}', 1795132861000);
INSERT INTO public.commands VALUES ('CREDIT-EUR', 10, '{"kind":"CANCEL_REPLACE","side":"BUY","type":"LIMIT","priceTicks":11,"quantityLots":5,"orderId":10,"accountId":"01a1f640bc00458aa199c7d0","clientOrderId":"purchase-3","hold":"5","origOrderId":3,"origLeavesLots":5}', 1795132861000);
INSERT INTO public.commands VALUES ('CREDIT-EUR', 11, '{"kind":"PLACE","side":"SELL","type":"LIMIT","priceTicks":13,"quantityLots":6,"orderId":11,"accountId":"01a1f640bc00e54b717b030e","clientOrderId":"sale-3","hold":"6"}', 1795132861000);
INSERT INTO public.commands VALUES ('CREDIT-EUR', 12, '{"kind":"PLACE","side":"SELL","type":"LIMIT","priceTicks":11,"quantityLots":2,"orderId":12,"accountId":"01a1f640bc00e54b717b030e","clientOrderId":"sale-4","hold":"2"}', 1795132922000);
INSERT INTO public.commands VALUES ('CREDIT-EUR', 13, '{"kind":"PLACE","side":"SELL","type":"LIMIT","priceTicks":11,"quantityLots":2,"orderId":13,"accountId":"01a1f640bc00e54b717b030e","clientOrderId":"sale-5","hold":"2"}', 1795132922000);
INSERT INTO public.deposits VALUES (1, '01a1f640bc00e54b717b030e', 'CREDIT', 500, 'opening ben', 1795132800000);
INSERT INTO public.deposits VALUES (2, '01a1f640bc00458aa199c7d0', 'CREDIT', 100, 'opening anna', 1795132800000);
INSERT INTO public.due_cursors VALUES ('CREDIT-EUR', 11);
INSERT INTO public.intent_steps VALUES ('id-1', 1, 'PLANNED', NULL, 1795132800000);
INSERT INTO public.intent_steps VALUES ('id-2', 1, 'PLANNED', NULL, 1795132800000);
INSERT INTO public.intent_steps VALUES ('id-1', 2, 'SENDING', NULL, 1795132800000);
INSERT INTO public.intent_steps VALUES ('id-1', 3, 'SETTLED', NULL, 1795132800000);
INSERT INTO public.intent_steps VALUES ('id-2', 2, 'SENDING', NULL, 1795132800000);
INSERT INTO public.intent_steps VALUES ('id-2', 3, 'SETTLED', NULL, 1795132800000);
INSERT INTO public.intent_steps VALUES ('id-3', 1, 'PLANNED', NULL, 1795132922000);
INSERT INTO public.intent_steps VALUES ('id-4', 1, 'PLANNED', NULL, 1795132922000);
INSERT INTO public.intent_steps VALUES ('id-4', 2, 'SENDING', NULL, 1795132922000);
INSERT INTO public.intent_steps VALUES ('id-4', 3, 'SETTLED', NULL, 1795132922000);
INSERT INTO public.intent_steps VALUES ('id-3', 2, 'SENDING', NULL, 1795132922000);
INSERT INTO public.intent_steps VALUES ('id-3', 3, 'SETTLED', NULL, 1795132922000);
INSERT INTO public.intent_steps VALUES ('id-5', 1, 'PLANNED', NULL, 1795132922000);
INSERT INTO public.intent_steps VALUES ('id-5', 2, 'SENDING', NULL, 1795132922000);
INSERT INTO public.intent_steps VALUES ('id-5', 3, 'REFUSED', 'Factory_FactoryTransferInsufficientFund: no', 1795132922000);
INSERT INTO public.intent_steps VALUES ('id-6', 1, 'PLANNED', NULL, 1795132922000);
INSERT INTO public.intent_steps VALUES ('id-6', 2, 'SENDING', NULL, 1795132922000);
INSERT INTO public.intent_steps VALUES ('id-6', 3, 'HELD_FOR_REVIEW', 'User_NotFound: no', 1795132922000);
INSERT INTO public.intent_steps VALUES ('id-8', 1, 'PLANNED', NULL, 1795132922000);
INSERT INTO public.intent_steps VALUES ('id-8', 2, 'SENDING', NULL, 1795132922000);
INSERT INTO public.intent_steps VALUES ('id-8', 3, 'HELD_FOR_REVIEW', 'User_NotFound: no', 1795132922000);
INSERT INTO public.intent_steps VALUES ('id-10', 1, 'PLANNED', NULL, 1795132922000);
INSERT INTO public.intent_steps VALUES ('id-10', 2, 'SENDING', NULL, 1795132922000);
INSERT INTO public.intent_steps VALUES ('id-10', 3, 'UNKNOWN', 'no answer', 1795132922000);
INSERT INTO public.intent_steps VALUES ('id-11', 1, 'PLANNED', NULL, 1795132922000);
INSERT INTO public.intent_steps VALUES ('id-11', 2, 'SENDING', NULL, 1795132922000);
INSERT INTO public.intent_steps VALUES ('id-11', 3, 'UNKNOWN', 'no answer', 1795132922000);
INSERT INTO public.intent_steps VALUES ('id-12', 1, 'PLANNED', NULL, 1795132922000);
INSERT INTO public.intent_steps VALUES ('id-12', 2, 'SENDING', NULL, 1795132922000);
INSERT INTO public.intent_steps VALUES ('id-12', 3, 'PLANNED', 'the tracker refuses the key of the exchange: Auth_KeyInvalid: no', 1795132922000);
INSERT INTO public.intent_steps VALUES ('id-14', 1, 'PLANNED', NULL, 1795132922000);
INSERT INTO public.intent_steps VALUES ('id-14', 2, 'SENDING', NULL, 1795132922000);
INSERT INTO public.intent_steps VALUES ('id-15', 1, 'PLANNED', NULL, 1795132922000);
INSERT INTO public.intents VALUES ('id-1', 1, 'DEPOSIT', '01a1f640bc00458aa199c7d0', 'EUR', 800, 800, 'r-1', NULL, 'anna@test', 'EUR/1', NULL, 'SETTLED', 'PULL', 1, NULL, 1795132800000, NULL, NULL, NULL, 't1', NULL, 1795132800000, 3, 1795132800000, 1795132800000);
INSERT INTO public.intents VALUES ('id-2', 2, 'DEPOSIT', '01a1f640bc00e54b717b030e', 'EUR', 300, 300, 'r-2', NULL, 'ben@test', 'EUR/2', NULL, 'SETTLED', 'PULL', 1, NULL, 1795132800000, NULL, NULL, NULL, 't2', NULL, 1795132800000, 3, 1795132800000, 1795132800000);
INSERT INTO public.intents VALUES ('id-4', 4, 'PAYOUT', '01a1f640bc00458aa199c7d0', 'EUR', 528, 528, 'window-1-2', 1, 'anna@test', 'EUR/0', NULL, 'SETTLED', 'PAY', 1, NULL, 1795132922000, NULL, NULL, NULL, 't3', NULL, 1795132922000, 3, 1795132922000, 1795132922000);
INSERT INTO public.intents VALUES ('id-3', 3, 'PAYOUT', '01a1f640bc00e54b717b030e', 'EUR', 119, 119, 'window-1-1', 1, 'ben@test', 'EUR/3', NULL, 'SETTLED', 'PAY', 1, NULL, 1795132922000, NULL, NULL, NULL, 't4', NULL, 1795132922000, 3, 1795132922000, 1795132922000);
INSERT INTO public.intents VALUES ('id-5', 5, 'DEPOSIT', '01a1f640bc00e54b717b030e', 'EUR', 5000, 5000, 'r-3', NULL, 'ben@test', 'EUR/1', NULL, 'REFUSED', 'PULL', 1, NULL, 1795132922000, NULL, NULL, NULL, NULL, 'Factory_FactoryTransferInsufficientFund: no', 1795132952000, 3, 1795132922000, 1795132922000);
INSERT INTO public.intents VALUES ('id-6', 6, 'PAYOUT', '01a1f640bc00458aa199c7d0', 'EUR', 7, 7, 'r-4', NULL, 'anna@test', 'EUR/2', NULL, 'HELD_FOR_REVIEW', 'PAY', 1, NULL, 1795132922000, NULL, NULL, NULL, NULL, 'User_NotFound: no', 1795132952000, 3, 1795132922000, NULL);
INSERT INTO public.intents VALUES ('id-8', 7, 'PAYOUT', '01a1f640bc00e54b717b030e', 'EUR', 7, 7, 'r-5', NULL, 'ben@test', 'EUR/3', NULL, 'HELD_FOR_REVIEW', 'PAY', 1, NULL, 1795132922000, NULL, NULL, NULL, NULL, 'User_NotFound: no', 1795132952000, 3, 1795132922000, NULL);
INSERT INTO public.intents VALUES ('id-10', 8, 'PAYOUT', '01a1f640bc00e54b717b030e', 'EUR', 9, 9, 'r-6', NULL, 'ben@test', 'EUR/0', NULL, 'UNKNOWN', 'PAY', 1, NULL, 1795132922000, 1795132922000, 1795132922000, NULL, NULL, 'no answer', 1795132922100, 3, 1795132922000, NULL);
INSERT INTO public.intents VALUES ('id-11', 9, 'DEPOSIT', '01a1f640bc00458aa199c7d0', 'EUR', 15, 15, 'r-7', NULL, 'anna@test', 'EUR/1', NULL, 'UNKNOWN', 'PULL', 1, NULL, 1795132922000, 1795132922000, 1795132922000, NULL, NULL, 'no answer', 1795132922100, 3, 1795132922000, NULL);
INSERT INTO public.intents VALUES ('id-12', 10, 'PAYOUT', '01a1f640bc00458aa199c7d0', 'EUR', 11, 11, 'r-8', NULL, 'anna@test', 'EUR/2', NULL, 'PLANNED', 'PAY', 1, NULL, 1795132922000, NULL, NULL, NULL, NULL, 'the tracker refuses the key of the exchange: Auth_KeyInvalid: no', 1795132952000, 3, 1795132922000, NULL);
INSERT INTO public.intents VALUES ('id-14', 11, 'DEPOSIT', '01a1f640bc00458aa199c7d0', 'EUR', 20, 20, 'r-9', NULL, 'anna@test', 'EUR/3', NULL, 'SENDING', 'PULL', 1, NULL, 1795132922000, NULL, NULL, NULL, NULL, NULL, 1795132952000, 2, 1795132922000, NULL);
INSERT INTO public.intents VALUES ('id-15', 12, 'DEPOSIT', '01a1f640bc00e54b717b030e', 'EUR', 25, 25, 'r-10', NULL, 'ben@test', 'EUR/0', NULL, 'PLANNED', 'PULL', 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1795132922000, 1, 1795132922000, NULL);
INSERT INTO public.kysely_migration VALUES ('0001-accounts', '2026-11-22T01:17:08.064Z');
INSERT INTO public.kysely_migration VALUES ('0002-markets', '2026-11-22T01:17:08.159Z');
INSERT INTO public.kysely_migration VALUES ('0003-lane', '2026-11-22T01:17:08.280Z');
INSERT INTO public.kysely_migration VALUES ('0004-ledger', '2026-11-22T01:17:08.303Z');
INSERT INTO public.kysely_migration VALUES ('0005-settlement', '2026-11-22T01:17:08.515Z');
INSERT INTO public.kysely_migration VALUES ('0006-unended-intents', '2026-11-22T01:17:08.533Z');
INSERT INTO public.kysely_migration VALUES ('0007-reserves', '2026-11-22T01:17:08.584Z');
INSERT INTO public.kysely_migration VALUES ('0008-escrow', '2026-11-22T01:17:08.591Z');
INSERT INTO public.kysely_migration_lock VALUES ('migration_lock', 0);
INSERT INTO public.lanes VALUES ('CREDIT-EUR', 1, 11);
INSERT INTO public.levels VALUES ('CREDIT-EUR', 'SELL', 15, 10);
INSERT INTO public.levels VALUES ('CREDIT-EUR', 'SELL', 12, 10);
INSERT INTO public.levels VALUES ('CREDIT-EUR', 'BUY', 11, 5);
INSERT INTO public.levels VALUES ('CREDIT-EUR', 'SELL', 13, 6);
INSERT INTO public.logs VALUES ('CREDIT-EUR', 13, 1795132922000);
INSERT INTO public.markets VALUES ('CREDIT-EUR', 'CREDIT', 'EUR', '1', '1', '100000', '1', '1000000', '1', 10, 20, 'TRADING', 1795132800000);
INSERT INTO public.order_states VALUES ('CREDIT-EUR', 2, '01a1f640bc00458aa199c7d0', 'FILLED', NULL, 8, 8, 0, 96, 1, 0, 0, 1795132801000);
INSERT INTO public.order_states VALUES ('CREDIT-EUR', 4, '01a1f640bc00e54b717b030e', 'NEW', NULL, 50, 0, 50, 0, 0, 50, 0, 1795132861000);
INSERT INTO public.order_states VALUES ('CREDIT-EUR', 5, '01a1f640bc00458aa199c7d0', 'NEW', NULL, 3, 0, 3, 0, 0, 43, 0, 1795132861000);
INSERT INTO public.order_states VALUES ('CREDIT-EUR', 6, '01a1f640bc00458aa199c7d0', 'EXPIRED', 'IMMEDIATE_REST', 0, 2, 0, 24, 1, 0, 0, 1795132861000);
INSERT INTO public.order_states VALUES ('CREDIT-EUR', 1, '01a1f640bc00e54b717b030e', 'PARTIALLY_FILLED', NULL, 20, 10, 10, 120, 1, 10, 0, 1795132861000);
INSERT INTO public.order_states VALUES ('CREDIT-EUR', 8, '01a1f640bc00458aa199c7d0', 'EXPIRED', 'FILL_OR_KILL', 40, 0, 0, 0, 0, 0, 0, 1795132861000);
INSERT INTO public.order_states VALUES ('CREDIT-EUR', 7, '01a1f640bc00e54b717b030e', 'CANCELED', 'REQUESTED', 5, 0, 0, 0, 0, 0, 0, 1795132861000);
INSERT INTO public.order_states VALUES ('CREDIT-EUR', 3, '01a1f640bc00458aa199c7d0', 'CANCELED', 'REPLACED', 5, 0, 0, 0, 0, 0, 1795219261000, 1795132861000);
INSERT INTO public.order_states VALUES ('CREDIT-EUR', 10, '01a1f640bc00458aa199c7d0', 'NEW', NULL, 5, 0, 5, 0, 0, 56, 0, 1795132861000);
INSERT INTO public.order_states VALUES ('CREDIT-EUR', 11, '01a1f640bc00e54b717b030e', 'NEW', NULL, 6, 0, 6, 0, 0, 6, 0, 1795132861000);
INSERT INTO public.orders VALUES ('CREDIT-EUR', 1, '01a1f640bc00e54b717b030e', 'sale-1', '{"side":"SELL","type":"LIMIT","priceTicks":12,"quantityLots":20}', 1795132801000);
INSERT INTO public.orders VALUES ('CREDIT-EUR', 2, '01a1f640bc00458aa199c7d0', 'purchase-1', '{"side":"BUY","type":"LIMIT","priceTicks":12,"quantityLots":8}', 1795132801000);
INSERT INTO public.orders VALUES ('CREDIT-EUR', 3, '01a1f640bc00458aa199c7d0', 'purchase-2', '{"side":"BUY","type":"LIMIT","timeInForce":"GTD","priceTicks":10,"quantityLots":5,"expireTime":1795219261000}', 1795132861000);
INSERT INTO public.orders VALUES ('CREDIT-EUR', 4, '01a1f640bc00e54b717b030e', 'sale-2', '{"side":"SELL","type":"LIMIT","priceTicks":15,"quantityLots":50,"icebergQtyLots":10}', 1795132861000);
INSERT INTO public.orders VALUES ('CREDIT-EUR', 5, '01a1f640bc00458aa199c7d0', 'stop-1', '{"side":"BUY","type":"STOP_LOSS_LIMIT","priceTicks":14,"stopPriceTicks":14,"quantityLots":3}', 1795132861000);
INSERT INTO public.orders VALUES ('CREDIT-EUR', 6, '01a1f640bc00458aa199c7d0', 'market-1', '{"side":"BUY","type":"MARKET","quoteOrderQty":"30"}', 1795132861000);
INSERT INTO public.orders VALUES ('CREDIT-EUR', 7, '01a1f640bc00e54b717b030e', 'CREDIT-EUR.7', '{"side":"SELL","type":"LIMIT","priceTicks":20,"quantityLots":5}', 1795132861000);
INSERT INTO public.orders VALUES ('CREDIT-EUR', 8, '01a1f640bc00458aa199c7d0', 'CREDIT-EUR.8', '{"side":"BUY","type":"LIMIT","timeInForce":"FOK","priceTicks":13,"quantityLots":40}', 1795132861000);
INSERT INTO public.orders VALUES ('CREDIT-EUR', 10, '01a1f640bc00458aa199c7d0', 'purchase-3', '{"side":"BUY","type":"LIMIT","priceTicks":11,"quantityLots":5,"origOrderId":3}', 1795132861000);
INSERT INTO public.orders VALUES ('CREDIT-EUR', 11, '01a1f640bc00e54b717b030e', 'sale-3', '{"side":"SELL","type":"LIMIT","priceTicks":13,"quantityLots":6}', 1795132861000);
INSERT INTO public.orders VALUES ('CREDIT-EUR', 12, '01a1f640bc00e54b717b030e', 'sale-4', '{"side":"SELL","type":"LIMIT","priceTicks":11,"quantityLots":2}', 1795132922000);
INSERT INTO public.orders VALUES ('CREDIT-EUR', 13, '01a1f640bc00e54b717b030e', 'sale-5', '{"side":"SELL","type":"LIMIT","priceTicks":11,"quantityLots":2}', 1795132922000);
INSERT INTO public.payout_windows VALUES (1, 1795132922000, 2, 8, 2);
INSERT INTO public.postings VALUES ('settlement', 1, 1, 'DEPOSIT', 'EUR', 800, 'external', '01a1f640bc00458aa199c7d0', NULL);
INSERT INTO public.postings VALUES ('settlement', 2, 1, 'DEPOSIT', 'EUR', 300, 'external', '01a1f640bc00e54b717b030e', NULL);
INSERT INTO public.postings VALUES ('deposits', 1, 0, 'DEPOSIT', 'CREDIT', 500, 'external', '01a1f640bc00e54b717b030e', NULL);
INSERT INTO public.postings VALUES ('deposits', 2, 0, 'DEPOSIT', 'CREDIT', 100, 'external', '01a1f640bc00458aa199c7d0', NULL);
INSERT INTO public.postings VALUES ('CREDIT-EUR', 1, 0, 'HOLD', 'CREDIT', 20, '01a1f640bc00e54b717b030e', '01a1f640bc00e54b717b030e', 1);
INSERT INTO public.postings VALUES ('CREDIT-EUR', 2, 0, 'HOLD', 'EUR', 97, '01a1f640bc00458aa199c7d0', '01a1f640bc00458aa199c7d0', 2);
INSERT INTO public.postings VALUES ('CREDIT-EUR', 2, 8, 'TRADE', 'CREDIT', 8, '01a1f640bc00e54b717b030e', '01a1f640bc00458aa199c7d0', 1);
INSERT INTO public.postings VALUES ('CREDIT-EUR', 2, 9, 'TRADE', 'EUR', 96, '01a1f640bc00458aa199c7d0', '01a1f640bc00e54b717b030e', 2);
INSERT INTO public.postings VALUES ('CREDIT-EUR', 2, 10, 'HELD_COMMISSION', 'EUR', 1, '01a1f640bc00458aa199c7d0', 'fees', 2);
INSERT INTO public.postings VALUES ('CREDIT-EUR', 2, 11, 'COMMISSION', 'EUR', 1, '01a1f640bc00e54b717b030e', 'fees', 1);
INSERT INTO public.postings VALUES ('CREDIT-EUR', 3, 0, 'HOLD', 'EUR', 51, '01a1f640bc00458aa199c7d0', '01a1f640bc00458aa199c7d0', 3);
INSERT INTO public.postings VALUES ('CREDIT-EUR', 4, 0, 'HOLD', 'CREDIT', 50, '01a1f640bc00e54b717b030e', '01a1f640bc00e54b717b030e', 4);
INSERT INTO public.postings VALUES ('CREDIT-EUR', 5, 0, 'HOLD', 'EUR', 43, '01a1f640bc00458aa199c7d0', '01a1f640bc00458aa199c7d0', 5);
INSERT INTO public.postings VALUES ('CREDIT-EUR', 6, 0, 'HOLD', 'EUR', 31, '01a1f640bc00458aa199c7d0', '01a1f640bc00458aa199c7d0', 6);
INSERT INTO public.postings VALUES ('CREDIT-EUR', 7, 0, 'HOLD', 'CREDIT', 5, '01a1f640bc00e54b717b030e', '01a1f640bc00e54b717b030e', 7);
INSERT INTO public.postings VALUES ('CREDIT-EUR', 8, 0, 'HOLD', 'EUR', 522, '01a1f640bc00458aa199c7d0', '01a1f640bc00458aa199c7d0', 8);
INSERT INTO public.postings VALUES ('CREDIT-EUR', 6, 8, 'TRADE', 'CREDIT', 2, '01a1f640bc00e54b717b030e', '01a1f640bc00458aa199c7d0', 1);
INSERT INTO public.postings VALUES ('CREDIT-EUR', 6, 9, 'TRADE', 'EUR', 24, '01a1f640bc00458aa199c7d0', '01a1f640bc00e54b717b030e', 6);
INSERT INTO public.postings VALUES ('CREDIT-EUR', 6, 10, 'HELD_COMMISSION', 'EUR', 1, '01a1f640bc00458aa199c7d0', 'fees', 6);
INSERT INTO public.postings VALUES ('CREDIT-EUR', 6, 11, 'RELEASE', 'EUR', 6, '01a1f640bc00458aa199c7d0', '01a1f640bc00458aa199c7d0', 6);
INSERT INTO public.postings VALUES ('CREDIT-EUR', 8, 8, 'RELEASE', 'EUR', 522, '01a1f640bc00458aa199c7d0', '01a1f640bc00458aa199c7d0', 8);
INSERT INTO public.postings VALUES ('CREDIT-EUR', 10, 0, 'HOLD', 'EUR', 5, '01a1f640bc00458aa199c7d0', '01a1f640bc00458aa199c7d0', 10);
INSERT INTO public.postings VALUES ('CREDIT-EUR', 11, 0, 'HOLD', 'CREDIT', 6, '01a1f640bc00e54b717b030e', '01a1f640bc00e54b717b030e', 11);
INSERT INTO public.postings VALUES ('CREDIT-EUR', 9, 8, 'RELEASE', 'CREDIT', 5, '01a1f640bc00e54b717b030e', '01a1f640bc00e54b717b030e', 7);
INSERT INTO public.postings VALUES ('settlement', 3, 0, 'PAYOUT', 'EUR', 119, '01a1f640bc00e54b717b030e', 'payouts', NULL);
INSERT INTO public.postings VALUES ('settlement', 4, 0, 'PAYOUT', 'EUR', 528, '01a1f640bc00458aa199c7d0', 'payouts', NULL);
INSERT INTO public.postings VALUES ('settlement', 4, 1, 'PAID', 'EUR', 528, 'payouts', 'external', NULL);
INSERT INTO public.postings VALUES ('settlement', 3, 1, 'PAID', 'EUR', 119, 'payouts', 'external', NULL);
INSERT INTO public.postings VALUES ('settlement', 6, 0, 'PAYOUT', 'EUR', 7, '01a1f640bc00458aa199c7d0', 'payouts', NULL);
INSERT INTO public.postings VALUES ('settlement', 7, 0, 'PAYOUT', 'EUR', 7, '01a1f640bc00e54b717b030e', 'payouts', NULL);
INSERT INTO public.postings VALUES ('settlement', 8, 0, 'PAYOUT', 'EUR', 9, '01a1f640bc00e54b717b030e', 'payouts', NULL);
INSERT INTO public.postings VALUES ('settlement', 10, 0, 'PAYOUT', 'EUR', 11, '01a1f640bc00458aa199c7d0', 'payouts', NULL);
INSERT INTO public.postings VALUES ('CREDIT-EUR', 12, 0, 'HOLD', 'CREDIT', 2, '01a1f640bc00e54b717b030e', '01a1f640bc00e54b717b030e', 12);
INSERT INTO public.postings VALUES ('CREDIT-EUR', 13, 0, 'HOLD', 'CREDIT', 2, '01a1f640bc00e54b717b030e', '01a1f640bc00e54b717b030e', 13);
INSERT INTO public.reserves VALUES (1, 'dc13915d8e17d6bbce8a019c4eebff798c60b7f281e42692fb109462d6dbb1d3', '{"time":"2026-11-20T00:02:02.000Z","treeSize":2,"assets":[{"asset":"EUR","decimals":0,"liabilities":"450","reserves":"453"}],"root":"dc13915d8e17d6bbce8a019c4eebff798c60b7f281e42692fb109462d6dbb1d3"}', '[{"accountId":"01a1f640bc00e54b717b030e","salt":"0d53094bd2012cf2205727abce686c70d256181afc2019c0721745d3d809f167","amounts":["300"]},{"accountId":"01a1f640bc00458aa199c7d0","salt":"78eba9584af30d3de9583c55fe7775477b8418f18de0e562d36a4c8f91b82d30","amounts":["150"]}]');
INSERT INTO public.sealed_keys VALUES ('id-11', 'ek1fgF_IhGeMvC2yN8Ekxz_28lJ3uFRrg-xeA-V_BBFNPULh');
INSERT INTO public.sealed_keys VALUES ('id-14', 'xG19qi5AHXEAK_4c9DJcx6FDvVXBW0mQ2RVDGTyC9fKLrfEJ');
INSERT INTO public.sealed_keys VALUES ('id-15', 'g-lAL0l9gweCKvFC2BiOMzsK3uJdRYzqmTrz1kH-DFsaSYQ');
INSERT INTO public.settlement_state VALUES (1, 12, 1, 1795132922000, 'payouts are stopped, for the tracker refuses the key of escrow@house.test: Auth_KeyInvalid: no', NULL);
INSERT INTO public.snapshots VALUES ('CREDIT-EUR', 2, 'bf228457c679ed27', '{"sequence":2,"book":{"version":1,"market":{"symbol":"CREDIT-EUR","quotePerTickLot":1,"maxPriceTicks":100000,"minQuantityLots":1,"maxQuantityLots":1000000,"minNotional":"1","makerFeeBps":10,"takerFeeBps":20},"status":"TRADING","time":0,"lastAcceptedNumber":2,"lastTradeId":1,"lastPriceTicks":12,"orders":[{"orderId":1,"accountId":"01a1f640bc00e54b717b030e","side":"SELL","type":"LIMIT","timeInForce":"GTC","selfTradePreventionMode":"NONE","priceTicks":12,"stopPriceTicks":0,"icebergQtyLots":0,"expireTime":0,"acceptedNumber":1,"waiting":false,"quantityLots":20,"executedLots":8,"leavesLots":12,"visibleLots":12,"quoteOrderQty":"0","leavesQuote":"0","feeCredit":9040}]},"orders":[{"orderId":1,"accountId":"01a1f640bc00e54b717b030e","clientOrderId":"sale-1","side":"SELL","priceTicks":12,"expireTime":0,"quantityLots":20,"leavesLots":12,"leavesQuote":"0","executedLots":8,"executedQuote":"96","commission":"1","held":"12","status":"PARTIALLY_FILLED","reason":null,"updatedAt":1795132801000}]}', 1795132801000);
INSERT INTO public.trades VALUES ('CREDIT-EUR', 1, 2, 12, 8, 96, 'BUY', 2, '01a1f640bc00458aa199c7d0', 1, 1, '01a1f640bc00e54b717b030e', 1, 1795132801000);
INSERT INTO public.trades VALUES ('CREDIT-EUR', 2, 6, 12, 2, 24, 'BUY', 6, '01a1f640bc00458aa199c7d0', 1, 1, '01a1f640bc00e54b717b030e', 0, 1795132861000);
INSERT INTO public.transit_accounts VALUES ('t1@house.test', 'FREE', NULL, 0);
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_name_key UNIQUE (name);
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.alarms
    ADD CONSTRAINT alarms_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_key_hash_key UNIQUE (key_hash);
ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.asset_links
    ADD CONSTRAINT asset_links_pkey PRIMARY KEY (asset);
ALTER TABLE ONLY public.asset_links
    ADD CONSTRAINT asset_links_tracker_asset_id_key UNIQUE (tracker_asset_id);
ALTER TABLE ONLY public.assets
    ADD CONSTRAINT assets_pkey PRIMARY KEY (code);
ALTER TABLE ONLY public.balances
    ADD CONSTRAINT balances_primary PRIMARY KEY (account_id, asset);
ALTER TABLE ONLY public.batches
    ADD CONSTRAINT batches_primary PRIMARY KEY (market, last_sequence);
ALTER TABLE ONLY public.candles
    ADD CONSTRAINT candles_primary PRIMARY KEY (market, opened_at);
ALTER TABLE ONLY public.commands
    ADD CONSTRAINT commands_primary PRIMARY KEY (market, sequence);
ALTER TABLE ONLY public.deposits
    ADD CONSTRAINT deposits_pkey PRIMARY KEY (sequence);
ALTER TABLE ONLY public.deposits
    ADD CONSTRAINT deposits_reference_key UNIQUE (reference);
ALTER TABLE ONLY public.due_cursors
    ADD CONSTRAINT due_cursors_pkey PRIMARY KEY (market);
ALTER TABLE ONLY public.dues
    ADD CONSTRAINT dues_primary PRIMARY KEY (account_id, asset);
ALTER TABLE ONLY public.intent_steps
    ADD CONSTRAINT intent_steps_primary PRIMARY KEY (intent_id, version);
ALTER TABLE ONLY public.intents
    ADD CONSTRAINT intents_number_key UNIQUE (number);
ALTER TABLE ONLY public.intents
    ADD CONSTRAINT intents_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.intents
    ADD CONSTRAINT intents_reference UNIQUE (account_id, kind, reference);
ALTER TABLE ONLY public.kysely_migration_lock
    ADD CONSTRAINT kysely_migration_lock_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.kysely_migration
    ADD CONSTRAINT kysely_migration_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.lanes
    ADD CONSTRAINT lanes_pkey PRIMARY KEY (market);
ALTER TABLE ONLY public.levels
    ADD CONSTRAINT levels_primary PRIMARY KEY (market, side, price_ticks);
ALTER TABLE ONLY public.logs
    ADD CONSTRAINT logs_pkey PRIMARY KEY (market);
ALTER TABLE ONLY public.markets
    ADD CONSTRAINT markets_pkey PRIMARY KEY (symbol);
ALTER TABLE ONLY public.order_states
    ADD CONSTRAINT order_states_primary PRIMARY KEY (market, order_id);
ALTER TABLE ONLY public.orders
    ADD CONSTRAINT orders_client UNIQUE (account_id, client_order_id);
ALTER TABLE ONLY public.orders
    ADD CONSTRAINT orders_primary PRIMARY KEY (market, order_id);
ALTER TABLE ONLY public.payout_windows
    ADD CONSTRAINT payout_windows_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.postings
    ADD CONSTRAINT postings_primary PRIMARY KEY (journal, sequence, "position");
ALTER TABLE ONLY public.reserves
    ADD CONSTRAINT reserves_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.sealed_keys
    ADD CONSTRAINT sealed_keys_pkey PRIMARY KEY (intent_id);
ALTER TABLE ONLY public.settlement_state
    ADD CONSTRAINT settlement_state_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.snapshots
    ADD CONSTRAINT snapshots_primary PRIMARY KEY (market, sequence);
ALTER TABLE ONLY public.trades
    ADD CONSTRAINT trades_primary PRIMARY KEY (market, trade_id);
ALTER TABLE ONLY public.transit_accounts
    ADD CONSTRAINT transit_accounts_pkey PRIMARY KEY (email);
CREATE UNIQUE INDEX accounts_email ON public.accounts USING btree (email);
CREATE UNIQUE INDEX intents_exclusive ON public.intents USING btree (exclusive_lane) WHERE (state = ANY (ARRAY['SENDING'::text, 'UNKNOWN'::text]));
CREATE INDEX intents_open ON public.intents USING btree (lane, due_at, number) WHERE (state = ANY (ARRAY['PLANNED'::text, 'SENDING'::text, 'UNKNOWN'::text]));
CREATE INDEX intents_transaction ON public.intents USING btree (asset, transaction_id);
CREATE INDEX intents_unended ON public.intents USING btree (kind, asset) WHERE (state <> ALL (ARRAY['SETTLED'::text, 'REFUSED'::text]));
CREATE INDEX order_states_expiring ON public.order_states USING btree (expire_time) WHERE ((expire_time > 0) AND (status = ANY (ARRAY['NEW'::text, 'PARTIALLY_FILLED'::text])));
CREATE INDEX order_states_open ON public.order_states USING btree (account_id, market, order_id) WHERE (status = ANY (ARRAY['NEW'::text, 'PARTIALLY_FILLED'::text]));
CREATE INDEX orders_account ON public.orders USING btree (account_id, market, order_id);
CREATE INDEX trades_maker ON public.trades USING btree (maker_account_id, market, trade_id);
CREATE INDEX trades_taker ON public.trades USING btree (taker_account_id, market, trade_id);
ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);
ALTER TABLE ONLY public.asset_links
    ADD CONSTRAINT asset_links_asset_fkey FOREIGN KEY (asset) REFERENCES public.assets(code);
ALTER TABLE ONLY public.balances
    ADD CONSTRAINT balances_asset_fkey FOREIGN KEY (asset) REFERENCES public.assets(code);
ALTER TABLE ONLY public.deposits
    ADD CONSTRAINT deposits_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);
ALTER TABLE ONLY public.deposits
    ADD CONSTRAINT deposits_asset_fkey FOREIGN KEY (asset) REFERENCES public.assets(code);
ALTER TABLE ONLY public.due_cursors
    ADD CONSTRAINT due_cursors_market_fkey FOREIGN KEY (market) REFERENCES public.markets(symbol);
ALTER TABLE ONLY public.dues
    ADD CONSTRAINT dues_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);
ALTER TABLE ONLY public.dues
    ADD CONSTRAINT dues_asset_fkey FOREIGN KEY (asset) REFERENCES public.assets(code);
ALTER TABLE ONLY public.intent_steps
    ADD CONSTRAINT intent_steps_intent_id_fkey FOREIGN KEY (intent_id) REFERENCES public.intents(id);
ALTER TABLE ONLY public.intents
    ADD CONSTRAINT intents_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);
ALTER TABLE ONLY public.intents
    ADD CONSTRAINT intents_asset_fkey FOREIGN KEY (asset) REFERENCES public.asset_links(asset);
ALTER TABLE ONLY public.markets
    ADD CONSTRAINT markets_base_asset_fkey FOREIGN KEY (base_asset) REFERENCES public.assets(code);
ALTER TABLE ONLY public.markets
    ADD CONSTRAINT markets_quote_asset_fkey FOREIGN KEY (quote_asset) REFERENCES public.assets(code);
ALTER TABLE ONLY public.sealed_keys
    ADD CONSTRAINT sealed_keys_intent_id_fkey FOREIGN KEY (intent_id) REFERENCES public.intents(id);
