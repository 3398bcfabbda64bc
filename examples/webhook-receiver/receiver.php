<?php
/**
 * A receiver of webhooks, without dependencies: checks each request, and processes each event once.
 *
 *     WEBHOOK_SECRET='whsec_...' php -S localhost:9000 receiver.php
 */

declare(strict_types=1);

const TOLERANCE_SECONDS = 300;

/** Whether a request comes from the hub: https://www.standardwebhooks.com */
function isGenuine(string $id, string $time, string $signatures, string $body, string $secret): bool
{
    if (!ctype_digit($time) || abs(time() - (int) $time) > TOLERANCE_SECONDS) {
        return false;
    }
    $key = base64_decode(substr($secret, strlen('whsec_')), true);
    if ($key === false || $key === '') {
        return false;
    }
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$time.$body", $key, true));
    foreach (explode(' ', $signatures) as $signature) {
        if (hash_equals($expected, $signature)) {
            return true;
        }
    }
    return false;
}

$body = file_get_contents('php://input');
$id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
$time = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
$signatures = $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '';
// Two secrets while they are rotated, with a space between them.
$secrets = array_filter(explode(' ', (string) getenv('WEBHOOK_SECRET')));
$check = fn (string $secret): bool => isGenuine($id, $time, $signatures, $body, $secret);
if (array_filter($secrets, $check) === []) {
    http_response_code(400);
    exit;
}

$store = new PDO('sqlite:' . (getenv('RECEIVER_STORE') ?: 'received.db'));
$store->exec('create table if not exists received (id text primary key, type text, body text)');
$event = json_decode($body, true, 512, JSON_THROW_ON_ERROR);
$insert = $store->prepare('insert or ignore into received values (?, ?, ?)');
$insert->execute([$id, $event['type'], $body]);
if ($insert->rowCount() === 1) {
    error_log("{$event['type']} $id");
}
http_response_code(204);
