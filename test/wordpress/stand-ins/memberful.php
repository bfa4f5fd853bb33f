<?php
/**
 * Stands in for Memberful's plugin, which needs an account there. Signatures: memberful/memberful-wp 1.80.0,
 * wordpress/wp-content/plugins/memberful-wp/src/acl.php: memberful_wp_user_has_subscription_to_plans($user_id,
 * array $required_plans), by the user meta 'memberful_subscription', an array by plan ID, which
 * src/user/entity.php writes with update_user_meta; src/entities.php: memberful_subscription_plans(), an array
 * by ID whose plans have a 'name' (views/plan_role_mappings.php). It has no action for a change.
 */

function memberful_subscription_plans()
{
    return [17 => ['id' => 17, 'name' => 'Monthly']];
}

function memberful_wp_user_has_subscription_to_plans($user_id, array $required_plans)
{
    $plans = get_user_meta($user_id, 'memberful_subscription', true) ?: [];
    return (bool) array_intersect_key($plans, array_flip($required_plans));
}
